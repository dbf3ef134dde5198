"""The ``companion`` command: JupyterLab, opened on the start notebook.

In a checkout its own ``notebooks`` folder is used. Anywhere else the notebooks that came with the
installation are laid into ``./companion-notebooks``; a manifest of digests remembers what was laid
there, so that a later version refreshes untouched files and never overwrites a changed one.

Only the standard library is imported here, so that ``companion --help`` answers at once.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import secrets
import shutil
import signal
import socket
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from companion.language import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

START = "00-start-here.ipynb"
FOLDER = "companion-notebooks"
MANIFEST = ".shipped.json"

# One notebook fills the window, in a workspace of our own: the layout, the open files and the
# settings somebody has in their other JupyterLabs stay as they are and do not reach in here.
WORKSPACE = "companion"
_FIRST_SIGHT = Path(__file__).with_name("first_sight.json")

_ANNOUNCEMENTS = "@jupyterlab/apputils-extension:announcements"
_EVERY_INTERFACE = {"", "*", "::", "0.0.0.0"}  # noqa: S104 - recognised here, never chosen


def main(arguments: Sequence[str] | None = None) -> int:
    """Open JupyterLab on the start notebook and return the exit code once it has stopped."""
    options = parser().parse_args(arguments)
    if importlib.util.find_spec("jupyterlab") is None:
        return _fail(
            _(
                "JupyterLab is not installed beside the companion. Install it with: "
                "{python} -m pip install jupyterlab",
                python=sys.executable,
            )
        )
    try:
        return serve(notebooks_folder(Path.cwd()), options)
    except KeyboardInterrupt:  # Ctrl-C before the server took over the signal
        return _stopped()
    except OSError as error:
        return _fail(
            _(
                "The notebooks could not be laid out here ({reason}). "
                "Start the companion from a folder you may write to.",
                reason=error,
            )
        )


def parser() -> argparse.ArgumentParser:
    """Return the reader of the command line."""
    reader = argparse.ArgumentParser(
        prog="companion",
        description=_("Open the tabletop companion in JupyterLab, on its start notebook."),
        epilog=_(
            "In a checkout the notebooks there are used. Anywhere else they are copied to "
            "./{folder}, and a notebook you changed is never overwritten. "
            "Stop with Ctrl-C.",
            folder=FOLDER,
        ),
    )
    reader.add_argument(
        "--no-browser",
        action="store_true",
        help=_("only print the address; open no browser window"),
    )
    reader.add_argument(
        "--port",
        type=_port,
        default=8888,
        metavar=_("NUMBER"),
        help=_("the port to listen on (default: 8888); if it is taken, a free one near it is used"),
    )
    reader.add_argument(
        "--ip",
        default="localhost",
        metavar=_("ADDRESS"),
        help=_(
            "the network address to listen on (default: localhost, this computer only); "
            "with 0.0.0.0 a tablet in the same network can open the printed address"
        ),
    )
    return reader


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) < 2**16:
        return int(text)
    raise argparse.ArgumentTypeError(
        _("{text!r} is not a port; a port is a number from 0 to 65535", text=text)
    )


def _fail(message: str) -> int:
    print(message, file=sys.stderr, flush=True)
    return 1


# Which notebooks


def notebooks_folder(here: Path) -> Path:
    """Return the folder of notebooks to open for a person standing in ``here``.

    That is the checkout the library runs from, else the checkout around ``here``, else a copy
    below ``here``, which is brought up to date. Raises ``OSError`` if the copy cannot be made.
    """
    package = Path(__file__).resolve().parent
    for folder in (package.parent, here, *here.parents):
        if _is_checkout(folder):
            return folder / "notebooks"
    copy = here if (here / MANIFEST).is_file() else here / FOLDER
    for note in lay_out(package / "notebooks", copy):
        print(note, flush=True)
    return copy


def _is_checkout(folder: Path) -> bool:
    project = folder / "pyproject.toml"
    return (
        (folder / "notebooks" / START).is_file()
        and project.is_file()
        and 'name = "tabletop-companion"' in project.read_text("utf-8")
    )


# The copy


def lay_out(shipped: Path, folder: Path) -> list[str]:
    """Bring the files of ``shipped`` into ``folder`` and return a sentence for each thing to tell.

    A file that is still as it was shipped is refreshed. A changed one stays, and the newer one is
    laid beside it once, as ``<name>.new.ipynb``. Raises ``OSError`` if that cannot be done.
    """
    names = sorted(
        path.relative_to(shipped).as_posix() for path in shipped.rglob("*") if path.is_file()
    )
    if START not in names:
        raise FileNotFoundError(_("this installation has no {name}; install it again", name=START))
    known = _read_manifest(folder)
    notes = [] if folder.exists() else [_("The notebooks are now in {folder}", folder=folder)]
    notes += [note for name in names if (note := _lay(shipped, folder, name, known))]
    (folder / MANIFEST).write_text(json.dumps(known, indent=1) + "\n", "utf-8")
    return notes


def _lay(shipped: Path, folder: Path, name: str, known: dict[str, str]) -> str:
    newest, present = _file_digest(shipped / name), _digest(folder / name)
    laid_before, known[name] = known.get(name), newest
    if present == newest:
        return ""
    if present is None:
        _copy(shipped / name, folder / name)
        return ""
    if present == laid_before:
        _copy(shipped / name, folder / name)
        return _("{name} was brought up to date.", name=name)
    return "" if laid_before == newest else _lay_beside(shipped, folder, name, known)


def _lay_beside(shipped: Path, folder: Path, name: str, known: dict[str, str]) -> str:
    newest = known[name]
    for beside in _names_beside(name):
        if _digest(folder / beside) in {None, newest, known.get(beside)}:
            break
    _copy(shipped / name, folder / beside)
    known[beside] = newest
    return _(
        "{name} was changed by you and stays as it is; the newer one lies beside it as {beside}.",
        name=name,
        beside=beside,
    )


def _names_beside(name: str) -> Iterator[str]:
    path = Path(name)
    yield path.with_suffix(f".new{path.suffix}").as_posix()
    for number in count(2):
        yield path.with_suffix(f".new-{number}{path.suffix}").as_posix()


def _digest(path: Path) -> str | None:
    return _file_digest(path) if path.is_file() else None


def _file_digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _read_manifest(folder: Path) -> dict[str, str]:
    # Without a readable manifest nothing counts as untouched: all is kept, nothing overwritten.
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


# The server


def serve(folder: Path, options: argparse.Namespace) -> int:
    """Run JupyterLab on ``folder`` until it is stopped and return the exit code."""
    from jupyterlab.labapp import LabApp  # noqa: PLC0415 - heavy, and --help does without it

    token = secrets.token_hex(24)
    try:
        server: Any = LabApp.initialize_server(argv=_lab_arguments(folder, options, token))
    except OSError as error:
        return _fail(
            _("The companion cannot listen on {ip}: {reason}", ip=options.ip, reason=error)
        )
    server.web_app.settings["page_config_hook"] = _page_config
    # The loop binds the port in an earlier callback, so the server answers when this one runs.
    server.io_loop.add_callback(lambda: print(_ready(server, folder, token), flush=True))
    signal.signal(signal.SIGINT, lambda *_event: server.stop(from_signal=True))
    server.start()
    return _stopped()


def _stopped() -> int:
    print(_("The companion has stopped."), flush=True)
    return 0


def _lab_arguments(folder: Path, options: argparse.Namespace, token: str) -> list[str]:
    arguments = [
        f"--ServerApp.root_dir={folder.parent}",
        f"--LabApp.default_url=/{_path(folder)}",
        f"--ServerApp.ip={options.ip}",
        f"--ServerApp.port={options.port}",
        f"--IdentityProvider.token={token}",
        "--ServerApp.allow_root=True",  # containers and classroom machines
        "--ServerApp.log_level=ERROR",  # the one line with the address should stand alone
        "--LabApp.log_level=ERROR",
        # Nothing is fetched from elsewhere: no news, no update check, no extension listing.
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        # Where the kernel can, what it says is encrypted on its way; else it warns on the terminal.
        "--KernelManager.transport_encryption=auto",
    ]
    return [*arguments, "--no-browser"] if options.no_browser else arguments


def _page_config(handler: Any, page: dict[str, Any]) -> dict[str, Any]:
    if handler.path_kwargs.get("workspace") == f"/workspaces/{WORKSPACE}":
        _clear_the_view(Path(handler.extensionapp.workspaces_dir))
    # Even without news JupyterLab asks, over the first page, whether one would like some.
    disabled = [*page.get("disabledExtensions", ()), _ANNOUNCEMENTS]
    return page | {"disabledExtensions": disabled}


def _clear_the_view(folder: Path) -> None:
    """Have our workspace without sidebars before a page reads it.

    All devices share it: a file browser opened on the laptop would fill the screen of a phone.
    """
    from jupyterlab_server.workspaces_handler import WorkspacesManager  # noqa: PLC0415 - heavy

    with suppress(OSError):  # then JupyterLab could not keep a layout either
        WorkspacesManager(str(folder)).save(WORKSPACE, _FIRST_SIGHT.read_text("utf-8"))


def _path(folder: Path) -> str:
    return quote(f"doc/workspaces/{WORKSPACE}/tree/{folder.name}/{START}")


def _ready(server: Any, folder: Path, token: str) -> str:
    scheme = "https" if server.certfile else "http"
    address = (
        f"{scheme}://{_host(server.ip)}:{server.port}{server.base_url}{_path(folder)}?token={token}"
    )
    return _("Companion is ready: {address}", address=address)


def _host(ip: str) -> str:
    if ip in _EVERY_INTERFACE:
        return _own_address()
    return f"[{ip}]" if ":" in ip else ip


def _own_address() -> str:
    # Connecting a datagram socket sends nothing; it only asks which address would be used.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])
