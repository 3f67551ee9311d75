"""Images, built and run by buildah: without a daemon and, since it runs them in a chroot, without namespaces."""

import json
from pathlib import Path
from typing import Any, Dict, List

from places import PACKAGES
from process import Ended, Word, must, run

LOADER = Path("/lib64/ld-linux-x86-64.so.2")
LIBRARIES = ("libgcc_s.so.1", "libm.so.6", "libc.so.6")


class Store:
    """A store of images and containers in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._buildah: List[Word] = ["buildah", "--storage-driver", "vfs", "--root", folder / "root"]
        self._buildah += ["--runroot", folder / "runroot"]

    def base(self, name: str, root: Path) -> str:
        """An image that has what the folder has, and nothing else."""
        container = must([*self._buildah, "from", "scratch"]).strip()
        must([*self._buildah, "add", container, root, "/"])
        must([*self._buildah, "commit", "--rm", container, name])
        return f"localhost/{name}"

    def build(self, dockerfile: Path, target: str, context: Path, **bases: str) -> Ended:
        """Builds a target of a Dockerfile as `localhost/TARGET`."""
        arguments = [word for name, image in bases.items() for word in ("--build-arg", f"{name}={image}")]
        command = [*self._buildah, "bud", "--isolation", "chroot", "--format", "docker", "--target", target]
        return run([*command, *arguments, "--file", dockerfile, "--tag", target, context])

    def config(self, image: str) -> Dict[str, Any]:
        """What the image says of itself, in Docker's form."""
        shown = json.loads(must([*self._buildah, "inspect", "--type", "image", image]))
        return shown["Docker"]["config"]

    def run(self, image: str, project: Path, *words: str) -> Ended:
        """Runs the entry point with these words, as the image's user, with the folder as its working directory."""
        entry: List[str] = self.config(image)["Entrypoint"]
        container = must([*self._buildah, "from", image]).strip()
        try:
            options = ["--isolation", "chroot", "--volume", f"{project}:/project"]
            return run([*self._buildah, "run", *options, container, "--", *entry, *words])
        finally:
            must([*self._buildah, "rm", container])


def glibc(folder: Path) -> Path:
    """What a program of this machine needs to start. The released one is static, and needs nothing of the kind."""
    for library in (LOADER, *(Path("/lib/x86_64-linux-gnu") / name for name in LIBRARIES)):
        copy = folder / library.relative_to("/")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(library.read_bytes())
        copy.chmod(0o755)
    for name, mode in (("tmp", 0o1777), ("project", 0o755)):
        (folder / name).mkdir()
        (folder / name).chmod(mode)
    return folder


DOCKERFILE = PACKAGES / "docker/Dockerfile"
