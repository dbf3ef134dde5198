// The Stage: shows pages made in Python and sends back what people do on them.
//
// Python sends a page as parts: {key: html}, where <!--part:KEY--> stands for a nested part. Each
// view keeps the parts, patches the DOM in place, and turns taps and forms into messages. No
// dependency, no build step: the browser runs this file.

const ROOT = "page";
const PATIENCE = 3000; // ms without an answer until the page says that nobody is listening
const CONTROLS = "input,select,textarea";
const STILL = { preventScroll: true };

export default {
  render({ model, el }) {
    const view = openView(model, el);
    const onMessage = receive.bind(null, view);
    model.on("msg:custom", onMessage);
    listen(view);
    hello(view);
    const ticking = setInterval(tick, 250, view);
    return () => {
      clearInterval(ticking);
      model.off("msg:custom", onMessage);
      view.pending.forEach(clearTimeout);
      view.gone.abort();
      cover(view);
    };
  },
};

function openView(model, el) {
  const root = append(el, "div", { class: "tc", role: "region", "aria-label": model.get("label") });
  root.dataset.lmSuppressShortcuts = "true"; // Lumino's own opt-out, for hosts that capture keys
  return {
    model,
    root,
    // Both exist from the start: a live region that arrives with its text is not read aloud.
    alarm: append(root, "div", { class: "tc-alarm", role: "alert", hidden: "" }),
    live: append(root, "div", { class: "tc-visually-hidden", role: "status", "aria-live": "polite" }),
    page: append(root, "div", { class: "tc-stage" }),
    parts: new Map(),
    n: undefined, // number of the last message; a gap means that a patch was missed
    revision: 0,
    pending: new Map(), // request id -> timer of its patience
    flight: null, // the tap being answered
    drafting: null, // id of the draft being answered
    waiting: new Set(), // forms with news since then
    look: null, // the look button being held
    ended: null, // what ended the hold before
    gone: new AbortController(), // ends what listens outside this view
    stops: new WeakMap(), // group -> its one tab stop
  };
}

function append(parent, tag, attributes) {
  const element = document.createElement(tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  return parent.appendChild(element);
}

const all = (host, selector) => [...host.querySelectorAll(selector)];

function text(view, name) {
  return view.model.get("texts")?.[name] ?? "";
}

// ---- messages from Python

function receive(view, message) {
  if (!message.secret) cover(view); // the page may be another one now
  if (message.full || message.after === view.n) follow(view, message);
  else if (view.n !== undefined) hello(view);
  settle(view, message.full && "hello");
  settle(view, message.answer);
  sendDraft(view); // what was typed while nobody answered
  alarm(view, message.problem ?? "");
}

// Takes a page in, and brings to the person what it answers to their own tap or draft.
function follow(view, message) {
  const asked = (id) => id && id === message.answer;
  const before = lookRound(view, asked(view.flight?.id) && view.flight, asked(view.drafting));
  update(view, message);
  refocus(view, before);
  if (before.tap) show(view.page.querySelector("[role=alert]"));
  if (before.drafted) sayNews(view, before.told);
  if (asked(view.look?.id)) uncover(view, message.secret);
}

function update(view, message) {
  const first = view.n === undefined;
  view.n = message.n;
  view.revision = message.revision;
  patch(view, message.full ? difference(view, message.parts ?? {}) : message);
  if (first) arrive(view);
  else if (message.say) say(view, message.say);
}

// Running a cell leads on to the next one: back to our page, or to its beginning.
function arrive({ root, live }) {
  if (root.closest(".jp-mod-active, :has(+ .jp-mod-active)")) [root, live].forEach(show);
}

const show = (element) => element?.scrollIntoView({ block: "nearest" });

function difference(view, parts) {
  const changed = Object.entries(parts).filter(([key, html]) => view.parts.get(key) !== html);
  const gone = [...view.parts.keys()].filter((key) => !(key in parts));
  return { parts: Object.fromEntries(changed), gone };
}

function say(view, words) {
  // The same words twice are only read twice when the text differs.
  return (view.live.textContent = view.live.textContent === words ? `${words}\u00a0` : words);
}

// What a form being filled in would mean: its words, or those of the attribute where it has some.
function told(host) {
  return all(host, "[data-said]").map((element) =>
    (element.dataset.said || element.textContent).trim(),
  );
}

function sayNews(view, before) {
  const news = told(view.page).filter((words) => words && !before.includes(words));
  if (news.length) say(view, news.join(" "));
}

function alarm(view, words) {
  write(view.alarm, words);
  view.alarm.hidden = !words;
}

function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

// ---- messages to Python

function hello(view) {
  if (!view.pending.has("hello")) post(view, "hello", { hello: true });
}

function newId() {
  return `${Math.random()}`; // like no other
}

function request(view, id, content) {
  post(view, id, { ...content, revision: view.revision, id });
}

function post(view, id, content) {
  view.pending.set(id, setTimeout(lost, PATIENCE, view, id));
  try {
    view.model.send(content);
  } catch {
    lost(view, id); // the kernel's channel is closed
  }
}

function settle(view, id) {
  if (!id) return;
  clearTimeout(view.pending.get(id));
  view.pending.delete(id);
  if (view.drafting === id) view.drafting = null;
  if (view.flight?.id !== id) return;
  delete view.flight.element.dataset.busy;
  view.flight = null;
}

function lost(view, id) {
  settle(view, id); // the person may try again
  cover(view);
  alarm(view, text(view, "lost"));
}

function act(view, element, json) {
  cover(view);
  view.waiting.clear(); // the action itself says more than a draft of it
  element.dataset.busy = "";
  view.flight = { element, id: newId() };
  request(view, view.flight.id, { do: json });
}

// A draft is never sent before the last one is answered: the newest waits, the others are dropped.
function draft(view, form) {
  view.waiting.add(form);
  sendDraft(view);
}

function sendDraft(view) {
  const { waiting, drafting } = view;
  const form = !drafting && [...waiting].find((one) => waiting.delete(one) && one.isConnected);
  if (!form) return;
  view.drafting = newId();
  request(view, view.drafting, { draft: gather(form, form.dataset.draft || form.dataset.do) });
}

// ---- forms to JSON

const READ = {
  ints: (controls) => chosen(controls).map(number),
  texts: (controls) => chosen(controls).map((control) => control.value),
  int: (controls) => READ.ints(controls)[0],
  text: (controls) => READ.texts(controls)[0],
  words: (controls) => wordsOf(controls[0]?.value ?? ""),
  flag: (controls) => controls.some((control) => control.checked),
};

function gather(form, json) {
  const action = JSON.parse(json || "{}");
  for (const [name, kind] of Object.entries(JSON.parse(form.dataset.fields || "{}"))) {
    const controls = [...form.elements].filter((control) => isField(control, name));
    if (kind === "merge") chosen(controls).forEach((one) => Object.assign(action, JSON.parse(one.value)));
    else put(action, name.split("."), READ[kind](controls));
  }
  return action;
}

function isField(control, name) {
  return control.name === name && control.matches(`:is(${CONTROLS}):enabled`);
}

// What is chosen among controls of one name: the ticked boxes, the picked options, or all.
function chosen(controls) {
  return controls.flatMap((control) => {
    if (/checkbox|radio/.test(control.type)) return control.checked ? control : [];
    return control.type === "select-multiple" ? [...control.selectedOptions] : control;
  });
}

function number(control) {
  const value = Number(control.value);
  return control.value.trim() && Number.isInteger(value) ? value : null; // Python says what is wrong
}

function put(object, [name, ...deeper], value) {
  if (value === undefined) return;
  if (deeper.length) put((object[name] ??= {}), deeper, value);
  else object[name] = value;
}

// ---- taps

const TAPPED = "[data-do]:not(form),[data-insert],[data-erase],[data-goto],[data-copy]";

function listen(view) {
  const { root, gone } = view;
  const on = (target, handle, ...types) => {
    const options = { capture: target === window, signal: gone.signal };
    types.forEach((type) => target.addEventListener(type, (event) => handle(view, event), options));
  };
  on(root, onClick, "click");
  on(root, onSubmit, "submit");
  on(root, (_, { target }) => onInput(view, target.form), "input");
  on(root, (_, { target }) => setTimeout(() => onInput(view, target)), "reset");
  on(root, (_, { target }) => remember(view, target), "focusin");
  on(root, onKey, "keydown");
  on(root, onLook, ...Object.keys(HOLDS), "keyup", "contextmenu");
  on(root, onEnd, "focusout");
  on(window, onEnd, ...Object.keys(ENDS));
  // No key leaves the stage: a notebook would insert, delete or run cells.
  on(root, (_, event) => event.stopPropagation(), "keydown", "keyup", "keypress");
}

function onClick(view, event) {
  const target = event.target.closest(TAPPED);
  if (!target || target.matches(":disabled")) return;
  const { dataset } = target;
  if ("insert" in dataset || "erase" in dataset) edit(event, target);
  else if ("goto" in dataset) goTo(view, dataset.goto);
  else if ("copy" in dataset) copy(view, dataset.copy);
  else if (!(target.form && /submit|image/.test(target.type))) tap(view, event, target, dataset.do, null);
}

function onSubmit(view, event) {
  event.preventDefault();
  const form = event.target;
  const json = event.submitter?.dataset.do ?? form.dataset.do;
  if (json !== undefined) tap(view, event, event.submitter ?? form, json, form);
}

function tap(view, event, element, json, form) {
  // While a tap is being answered a second one is not taken, nor may it tick a box.
  if (view.flight) event.preventDefault();
  else act(view, element, form ? gather(form, json) : JSON.parse(json));
}

function onInput(view, form) {
  if (form) keepInSight(form);
  if (form?.dataset.draft !== undefined) draft(view, form);
}

// What is chosen where nobody sees it any more falls to the first choice they do see.
function keepInSight(form) {
  const radios = [...form.elements].filter((control) => control.type === "radio");
  for (const { name } of radios.filter((radio) => radio.checked && !isUsable(radio))) {
    const seen = radios.find((radio) => radio.name === name && isUsable(radio));
    if (seen) seen.checked = true;
  }
}

// Adds or takes back a word without focusing the field, which would open a tablet's keyboard.
function edit(event, button) {
  event.preventDefault();
  if (button.matches("[aria-disabled=true]")) return;
  const form = button.form ?? button.closest("form");
  const field = [...form.elements].find((control) => isField(control, button.dataset.into));
  if (!field) return;
  const { insert, erase } = button.dataset;
  if (insert === undefined) field.value = without(field.value, erase);
  else field.value = [field.value.trimEnd(), insert].filter(Boolean).join(" ");
  field.scrollLeft = field.scrollWidth; // its end is what has just changed
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// The words without the one at a place (from 0), or without the last.
function without(words, place) {
  if (!place) return words.replace(/[^\s,]*[\s,]*$/, "").trimEnd();
  return wordsOf(words).filter((_, at) => at !== Number(place)).join(" ");
}

function wordsOf(text) {
  return text.split(/[\s,]+/).filter(Boolean);
}

function goTo(view, key) {
  const target = liveParts(view.page).get(key)?.element;
  if (!target) return;
  for (let at = target; (at = at.closest("details")); at = at.parentElement) at.open = true;
  focusable(target).focus();
  show(target);
}

async function copy(view, words) {
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    if (!copySelected(view, words)) return;
  }
  say(view, text(view, "copied"));
}

// Where the clipboard is closed to us the words are shown, selected, to be copied by hand.
function copySelected(view, words) {
  alarm(view, text(view, "copy"));
  const field = append(view.alarm, "textarea", { readonly: "", "aria-label": text(view, "copy") });
  const back = focused(view);
  field.value = words;
  field.select();
  if (!document.execCommand("copy")) return false;
  alarm(view, "");
  back?.focus(STILL);
  return true;
}

// ---- keys and focus

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: 0, End: 0 };
const STOPS = "button,a[href],summary,input[type=checkbox],[tabindex]:not(input,select,textarea)";
const NATIVE = "button,a[href],summary,input,select,textarea";

function onKey(view, event) {
  const { target, key } = event;
  const done = event === view.ended || event.defaultPrevented || event.isComposing;
  if (done || event.ctrlKey || event.altKey || event.metaKey) return;
  if (key === "Escape") view.page.querySelector("[data-escape]")?.click();
  else if (key === "Enter" && target.form && target.matches("input")) enter(event);
  else if ((key === "Enter" || key === " ") && target.matches("[data-do]:not(form)")) press(event);
  else if (key in STEPS) rove(view, event);
}

// Enter ticks a box, and where a form says so leads to its next field: only its button sends it.
function enter(event) {
  const { target } = event;
  const ticks = target.matches("[type=checkbox],[type=radio]");
  if (!ticks && target.form.dataset.enter !== "next") return;
  event.preventDefault();
  if (event.repeat) return;
  if (ticks) target.click();
  else nextField(target)?.focus();
}

function nextField(field) {
  const fields = [...field.form.elements].filter(
    (control) => control.matches(`:is(${CONTROLS}):not([type=checkbox],[type=radio])`) && isUsable(control),
  );
  const next = fields[fields.indexOf(field) + 1];
  next?.select?.();
  return next ?? field.form.querySelector("[type=submit]");
}

// A drawn button (a wedge, a hexagon) answers to the keys a real one answers to.
function press(event) {
  if (event.target.matches(NATIVE)) return;
  event.preventDefault();
  if (!event.repeat) event.target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

function stopsOf(group) {
  return all(group, STOPS).filter(
    (stop) => stop.closest("[data-group]") === group && isUsable(stop),
  );
}

function isUsable(element) {
  return !element.matches(":disabled") && element.checkVisibility();
}

function rove(view, event) {
  const group = event.target.closest("[data-group]");
  const stops = group ? stopsOf(group) : [];
  const here = stops.indexOf(event.target);
  if (here < 0) return; // text fields, radios and selects keep their own arrows
  event.preventDefault();
  neighbour(group.dataset.group, stops, here, event.key)?.focus();
}

function neighbour(kind, stops, here, key) {
  if (key === "Home") return stops[0];
  if (key === "End") return stops.at(-1);
  if (kind === "grid" && /Up|Down/.test(key)) return across(stops, here, STEPS[key]);
  const there = here + STEPS[key];
  return kind === "ring" ? stops.at(there % stops.length) : stops[there];
}

// The nearest stop above or below, as the eye sees it; sideways distance counts double.
function across(stops, here, step) {
  const from = centre(stops[here]);
  let best = [Infinity];
  for (const stop of stops) {
    const to = centre(stop);
    const down = (to.y - from.y) * step;
    const far = down + 2 * Math.abs(to.x - from.x);
    if (down > from.height / 3 && far < best[0]) best = [far, stop];
  }
  return best[1];
}

function centre(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, height };
}

function remember(view, target) {
  const group = target.closest("[data-group]");
  const index = group ? stopsOf(group).indexOf(target) : -1;
  if (index < 0) return;
  view.stops.set(group, { stop: target, index });
  tend(view, group);
}

// One tab stop a group: the remembered one, else what stands in its place, else the current one.
function tend(view, group) {
  const stops = stopsOf(group);
  const { stop, index } = view.stops.get(group) ?? {};
  const marked = stops.find((each) => each.matches("[aria-current],[aria-pressed=true],[aria-selected=true]"));
  const at = stops.includes(stop) ? stop : (stops[Math.min(index, stops.length - 1)] ?? marked ?? stops[0]);
  stops.forEach((each) => (each.tabIndex = each === at ? 0 : -1));
}

function focused(view) {
  const active = view.root.getRootNode().activeElement;
  return view.root.contains(active) ? active : null;
}

function focusable(element) {
  if (element?.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  return element;
}

// Where a person was before a patch, and what the page held of its marks.
function lookRound(view, tap, drafted) {
  const element = holder(view, tap);
  return {
    tap,
    drafted,
    element,
    parts: partsRound(element),
    group: element?.closest("[data-group]"),
    back: element?.closest("[data-back]")?.dataset.back,
    marks: marks(view.page).map((mark) => mark.dataset.focusNext),
    told: told(view.page),
  };
}

// What has the focus; some browsers give a tapped button none, and leave it to the host's box.
function holder(view, tap) {
  const { activeElement } = view.root.getRootNode();
  return focused(view) ?? (activeElement?.contains(view.root) ? tap?.element : null);
}

function partsRound(element) {
  const part = element?.closest("[data-key]");
  return part ? [part.dataset.key, ...partsRound(part.parentElement)] : [];
}

function marks(part) {
  return all(part, "[data-focus-next]");
}

function refocus(view, before) {
  const { element } = before;
  const opened = marks(view.page).find((mark) => !before.marks.includes(mark.dataset.focusNext));
  if (before.tap && opened) reveal(opened);
  else if (!element) return;
  else if (isUsable(element)) element.focus(STILL);
  else placeAfter(view, before, opened)?.focus();
}

// Where focus goes when what had it is gone: to what has just been opened, to the mark of the part
// it was in, to what opened that part, or to the one next thing.
function placeAfter(view, before, opened) {
  const live = liveParts(view.page);
  const inside = before.parts.map((key) => live.get(key)?.element).find((part) => part && marks(part).length);
  const beside = before.drafted && before.group?.isConnected && before.group.querySelector("[tabindex='0']");
  const place = beside || opened || (inside && marks(inside).at(-1)) || live.get(before.back)?.element;
  return focusable(place ?? view.page.querySelector("[data-now]"));
}

// Shows the whole of what a tap opened, and gives the focus to its mark.
function reveal(mark) {
  focusable(mark).focus(STILL);
  show(mark.closest("[data-key]") ?? mark);
}

// ---- the curtain
//
// What is private is asked for by each hold of a look button, and stands in its slot no longer. It
// is in no part, so no patch brings it back.

const HOLDS = {
  pointerdown: ({ isPrimary, button, pointerId }) => isPrimary && !button && { pointerId },
  keydown: ({ repeat, key }) => !repeat && { key },
  click: ({ detail, pointerType }) => !detail && !pointerType && { clicked: true }, // a screen reader's
};

const ENDS = {
  pointerup: isReleased,
  pointercancel: isReleased,
  lostpointercapture: isReleased,
  pointermove: isReleased, // with another button still down
  keyup: ({ key }, event) => key && [key, "Meta"].includes(event.key), // a Mac tells only Command's
  keydown: (_, { key }) => key === "Escape",
  click: ({ clicked }) => clicked,
  focusout: isLeft,
  blur: (_, { target }) => target === window,
  pagehide: () => true,
  visibilitychange: () => document.hidden,
};

function isReleased(hold, { type, pointerId, buttons }) {
  return hold.pointerId === pointerId && !(type === "pointermove" && buttons & 1);
}

// A held button must keep the focus; one that was only clicked may lend it to its curtain.
function isLeft({ clicked, box, button }, { target, relatedTarget }) {
  const held = clicked ? box : button;
  return held.contains(target) && !held.contains(relatedTarget);
}

function onLook(view, event) {
  const button = event.target.closest("[data-look]");
  if (!button || !["Enter", " ", undefined].includes(event.key)) return;
  event.preventDefault(); // no click by a key, no menu by a long press
  const hold = HOLDS[event.type]?.(event);
  if (hold && event !== view.ended) look(view, button, hold);
}

function onEnd(view, event) {
  if (!view.look || !ENDS[event.type](view.look, event)) return;
  view.ended = event; // it does nothing else
  cover(view);
}

function look(view, button, hold) {
  cover(view);
  const box = button.closest("[data-curtain]");
  const slot = box?.querySelector("[data-secret]");
  if (!slot || view.flight || button.disabled) return;
  button.focus(STILL);
  if ("pointerId" in hold) button.setPointerCapture(hold.pointerId); // sliding off it is no release
  view.look = { ...hold, button, box, slot, id: newId() };
  request(view, view.look.id, { look: JSON.parse(button.dataset.look) });
}

function uncover(view, html) {
  draw(view.look, html);
  const words = "pointerId" in view.look ? "" : told(view.look.slot).join(" ");
  if (words) view.look.said = say(view, words);
}

function cover(view) {
  const { look } = view;
  if (!look) return;
  view.look = null; // an answer still to come is nobody's
  draw(look, "");
  if (look.said === view.live.textContent) view.live.textContent = "";
}

function draw({ button, box, slot }, html) {
  slot.innerHTML = html;
  slot.hidden = !html;
  box.toggleAttribute("data-open", !!html);
  button.ariaPressed = `${!!html}`;
}

// ---- timers

// Each counts down to its data-until, in seconds since 1970; past it, its data-up is read aloud.
function tick(view) {
  for (const timer of all(view.page, "[data-until]")) {
    const { until, up } = timer.dataset;
    const left = Math.max(0, Math.ceil(until - Date.now() / 1000));
    write(timer, `${Math.floor(left / 60)}:${`0${left % 60}`.slice(-2)}`);
    if (!left && !timer.hasAttribute("data-past")) say(view, up);
    timer.toggleAttribute("data-past", !left);
  }
}

// ---- patching in place

function patch(view, { parts = {}, gone = [] }) {
  gone.forEach((key) => view.parts.delete(key));
  Object.entries(parts).forEach(([key, html]) => view.parts.set(key, html));
  const work = { parts: view.parts, live: liveParts(view.page), built: new Set(), astray: [] };
  // Python closes a part before its parent, so backwards is from the outside in.
  Object.keys(parts).reverse().forEach((key) => patchPart(view, work, key));
  work.astray.forEach(({ node, parent }) => node.parentNode === parent && node.remove());
  all(view.page, "[data-group]").forEach((group) => tend(view, group));
  all(view.page, "[data-look]:not([aria-pressed])").forEach((button) => (button.ariaPressed = "false"));
  tick(view);
}

function liveParts(page) {
  const found = all(page, "[data-key]");
  return new Map(found.map((element) => [element.dataset.key, { element, form: formKey(element.parentElement) }]));
}

// A new key on a form asks for fresh controls: no part moves from one form into another.
function formKey(element) {
  return element.closest("form[data-key]")?.dataset.key;
}

function patchPart(view, work, key) {
  if (key === ROOT) return morphChildren(work, view.page, parse(work.parts.get(key), view.page));
  const live = work.live.get(key)?.element;
  if (!live?.isConnected || work.built.has(key)) return undefined; // its parent brings it
  const fresh = parse(work.parts.get(key), live.parentNode).firstElementChild;
  if (live.nodeName === fresh.nodeName) return morph(work, live, fresh);
  const made = build(work, key, live.parentNode);
  live.replaceWith(made);
  return fill(work, made);
}

function parse(html, parent) {
  const drawn = parent instanceof SVGElement && parent.localName !== "foreignObject";
  const template = document.createElement("template");
  template.innerHTML = drawn ? `<svg>${html}</svg>` : html;
  return drawn ? template.content.firstChild : template.content;
}

function build(work, key, parent) {
  const made = document.importNode(parse(work.parts.get(key), parent).firstElementChild, true);
  work.live.set(key, { element: made, form: formKey(parent) });
  work.built.add(key);
  return made;
}

// Puts the nested parts into a node that has just been made and inserted.
function fill(work, node) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_COMMENT);
  const holders = [];
  while (walker.nextNode()) if (partKey(walker.currentNode)) holders.push(walker.currentNode);
  for (const holder of holders) {
    const key = partKey(holder);
    const kept = reusable(work, key, holder.parentNode);
    const part = kept ?? build(work, key, holder.parentNode);
    holder.replaceWith(part);
    if (!kept) fill(work, part);
  }
}

function partKey(node) {
  return node instanceof Comment && node.data.startsWith("part:") ? node.data.slice(5) : undefined;
}

function reusable(work, key, parent) {
  const live = work.live.get(key);
  const fits = live && live.form === formKey(parent) && !live.element.contains(parent);
  return fits ? live.element : undefined;
}

function morph(work, live, fresh) {
  if (live instanceof Element) {
    morphAttributes(live, fresh);
    morphChildren(work, live, fresh);
  } else if (live.data !== fresh.data) live.data = fresh.data;
}

// Attributes only: what a person typed or ticked lives in properties and stays.
function morphAttributes(live, fresh) {
  for (const { namespaceURI, name, value } of fresh.attributes) {
    if (!isLive(live, name) && live.getAttribute(name) !== value) live.setAttributeNS(namespaceURI, name, value);
  }
  for (const { name } of [...live.attributes]) {
    if (!isLive(live, name) && !fresh.hasAttribute(name)) live.removeAttribute(name);
  }
}

function isLive(element, name) {
  if (name === "tabindex") return element.getRootNode().activeElement === element; // or it would blur
  return /^data-(busy|past)$/.test(name) || (name === "open" && element.matches("details,dialog"));
}

function morphChildren(work, host, fresh) {
  const wanted = [...fresh.childNodes];
  const kept = pair(work, host, wanted);
  clear(work, host, new Set(kept));
  let cursor = host.firstChild;
  wanted.forEach((node, i) => {
    if (kept[i] && kept[i] === cursor) cursor = cursor.nextSibling;
    else place(work, host, node, kept[i], cursor);
    if (kept[i] && !partKey(node)) morph(work, kept[i], node);
  });
}

function place(work, host, node, kept, cursor) {
  if (kept) return move(host, kept, cursor);
  const key = partKey(node);
  const made = key ? build(work, key, host) : document.importNode(node, true);
  host.insertBefore(made, cursor);
  return fill(work, made);
}

// moveBefore, where a browser has it, keeps focus, scroll and transitions of what it moves.
function move(host, node, cursor) {
  if (host.moveBefore && node.isConnected) host.moveBefore(node, cursor);
  else host.insertBefore(node, cursor);
}

// Removes what is not kept, except parts the page still holds elsewhere: they are moved later.
function clear(work, host, kept) {
  for (const node of [...host.childNodes]) {
    if (kept.has(node)) continue;
    if (work.live.get(node.dataset?.key)?.element !== node || !work.parts.has(node.dataset.key)) node.remove();
    else work.astray.push({ node, parent: host });
  }
}

// The live node for each wanted one: parts by key, all others by kind and order.
function pair(work, host, wanted) {
  const kept = wanted.map((node) => partKey(node) && reusable(work, partKey(node), host));
  const loose = wanted.flatMap((node, i) => (partKey(node) ? [] : i));
  const live = [...host.childNodes].filter((node) => node.dataset?.key === undefined);
  for (const [i, j] of alike(live.map(kind), loose.map((i) => kind(wanted[i])))) kept[loose[j]] = live[i];
  return kept;
}

// Two nodes of one kind may be the same one. The first class of ours says what a component is, the
// others how it is now. A choice is known by its value: a tick never wanders.
function kind(node) {
  if (!(node instanceof Element)) return node.nodeName;
  const component = node.classList[0]?.startsWith("tc-") ? node.classList[0] : "";
  const own = ["id", "type", "name"].map((name) => node.getAttribute(name));
  if (node.matches("option,[type=radio],[type=checkbox]")) own.push(node.getAttribute("value"));
  const control = node.localName === "label" && node.querySelector(CONTROLS);
  return [node.nodeName, component, ...own, control ? kind(control) : ""].join("|");
}

// Pairs of equal members of two lists, as many as can stay in order (longest common subsequence).
function alike(a, b) {
  const pairs = [];
  let start = 0;
  while (start in a && a[start] === b[start]) pairs.push([start, start++]);
  let [enda, endb] = [a.length, b.length];
  while (enda > start && endb > start && a[enda - 1] === b[endb - 1]) pairs.push([--enda, --endb]);
  const inner = longest(a.slice(start, enda), b.slice(start, endb));
  return [...pairs, ...inner.map(([i, j]) => [i + start, j + start])];
}

function longest(a, b) {
  const best = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length; i--; ) {
    for (let j = b.length; j--; ) {
      best[i][j] = a[i] === b[j] ? best[i + 1][j + 1] + 1 : Math.max(best[i + 1][j], best[i][j + 1]);
    }
  }
  const pairs = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (best[i + 1][j] >= best[i][j + 1]) i += 1;
    else j += 1;
  }
  return pairs;
}
