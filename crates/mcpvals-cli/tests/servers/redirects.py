"""In a network of its own: a server at a public address that sends its clients to a private one, and a service that evaluates it.

    redirects.py KEY mcpvals serve ...

Prints a line of JSON: how each evaluation ended, and what the private address heard.
"""

import fcntl
import http.server
import json
import re
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.request

PUBLIC, PRIVATE = "93.184.216.34", "127.0.0.1"
LOOPBACK_UP, SET_ADDRESS = 0x8914, 0x8916
HEARD = []


def lay_network():
    """The loopback, with the public address, too: nothing leaves this namespace."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, LOOPBACK_UP, struct.pack("16sh", b"lo", 1))
        address = struct.pack("16sHH4s8x", b"lo:1", socket.AF_INET, 0, socket.inet_aton(PUBLIC))
        fcntl.ioctl(control, SET_ADDRESS, address)


class Private(http.server.BaseHTTPRequestHandler):
    def answer(self):
        HEARD.append(f"{self.command} {self.path}")
        self.send_response(200)
        self.end_headers()

    do_GET = do_POST = do_DELETE = answer

    def log_message(self, *_):
        pass


class Public(Private):
    """Answers with the status that its path names, and the private address."""

    def answer(self):
        self.rfile.read(int(self.headers.get("content-length") or 0))
        there = f"http://{PRIVATE}:8001/private"
        if self.path == "/401":
            self.send_response(401)
            self.send_header("www-authenticate", f'Bearer resource_metadata="{there}"')
        else:
            self.send_response(int(self.path.strip("/")))
            self.send_header("location", there)
        self.send_header("content-length", "0")
        self.end_headers()

    do_GET = do_POST = do_DELETE = answer


def listen(address, port, handler):
    server = http.server.ThreadingHTTPServer((address, port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def ask(url, key, body=None):
    headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode() if body else None, headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)["data"]


def evaluated(base, key, status):
    body = {"serverPath": f"http://{PUBLIC}:8000/{status}", "options": {"transport": "http", "runStatic": False}}
    place = f"{base}/api/v1/evaluations/{ask(f'{base}/api/v1/evaluations', key, body)['id']}"
    while (data := ask(place, key))["status"] not in ("completed", "failed", "cancelled"):
        time.sleep(0.1)
    return data


def main():
    key, command = sys.argv[1], sys.argv[2:]
    lay_network()
    listen(PRIVATE, 8001, Private)
    listen(PUBLIC, 8000, Public)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as service:
        base = next(found[0] for line in service.stderr if (found := re.findall(r"serves on (http://[^,]+)", line)))
        threading.Thread(target=service.stderr.read, daemon=True).start()
        ends = {status: evaluated(base, key, status) for status in (301, 302, 303, 307, 308, 401)}
        service.terminate()
    # That it would have been heard.
    urllib.request.urlopen(f"http://{PRIVATE}:8001/control", timeout=10).close()
    print(json.dumps({"ends": ends, "heard": HEARD}))


main()
