"""An authorization server made of Authlib, and an MCP server of the official Python SDK that checks its tokens.

Prints `{"issuer": ..., "mcp": ...}` when both listen.
"""

import json
import logging
import os
import secrets
import socket
import threading
import time

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

import uvicorn
from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc6749.util import list_to_scope, scope_to_list
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7591 import ClientRegistrationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialDict
from flask import Flask, jsonify, request
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer
from werkzeug.serving import make_server

logging.getLogger("werkzeug").setLevel(logging.ERROR)
SCOPES = ["tools:read", "tools:call"]
clients, codes, tokens, devices, answers = {}, {}, {}, {}, {}


class Client(ClientMixin):
    def __init__(self, client_id, secret, metadata):
        self.client_id, self.client_secret, self.metadata = client_id, secret, metadata

    @property
    def client_info(self):
        return {"client_id": self.client_id, "client_id_issued_at": 0, "client_secret_expires_at": 0} | (
            {"client_secret": self.client_secret} if self.client_secret else {}
        )

    @property
    def client_metadata(self):
        return self.metadata

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return self.metadata["redirect_uris"][0]

    def get_allowed_scope(self, scope):
        return list_to_scope([name for name in scope_to_list(scope or "") if name in SCOPES])

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri in self.metadata["redirect_uris"]

    def check_client_secret(self, client_secret):
        return secrets.compare_digest(self.client_secret or "", client_secret)

    def check_endpoint_auth_method(self, method, endpoint):
        return method == self.metadata["token_endpoint_auth_method"]

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type in self.metadata["grant_types"]


class Code(AuthorizationCodeMixin):
    def __init__(self, **members):
        self.__dict__.update(members)

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope


class Token(TokenMixin):
    def __init__(self, client_id, user, resource, members):
        self.client_id, self.user, self.resource, self.members = client_id, user, resource, members
        self.until, self.revoked = time.time() + members["expires_in"], False

    def check_client(self, client):
        return client.client_id == self.client_id

    def get_scope(self):
        return self.members["scope"]

    def get_expires_in(self):
        return self.members["expires_in"]

    def is_expired(self):
        return time.time() >= self.until

    def is_revoked(self):
        return self.revoked


class AuthorizationCode(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"]

    def save_authorization_code(self, code, request):
        data = request.payload.data
        codes[code] = Code(
            code=code,
            client_id=request.client.client_id,
            redirect_uri=request.payload.redirect_uri,
            scope=request.payload.scope,
            user=request.user,
            resource=data.get("resource"),
            code_challenge=data.get("code_challenge"),
            code_challenge_method=data.get("code_challenge_method"),
        )

    def query_authorization_code(self, code, client):
        found = codes.get(code)
        return found if found and found.client_id == client.client_id else None

    def delete_authorization_code(self, authorization_code):
        codes.pop(authorization_code.code, None)

    def authenticate_user(self, authorization_code):
        self.request.resource = authorization_code.resource
        return authorization_code.user


class RefreshToken(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"]
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token):
        for token in tokens.values():
            if token.members.get("refresh_token") == refresh_token and not token.revoked:
                self.request.resource = token.resource
                return token

    def authenticate_user(self, refresh_token):
        return refresh_token.user

    def revoke_old_credential(self, refresh_token):
        refresh_token.revoked = True


class ClientCredentials(grants.ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]


class DeviceCode(DeviceCodeGrant):
    def query_device_credential(self, device_code):
        return devices.get(device_code)

    def query_user_grant(self, user_code):
        return answers.get(user_code)

    def should_slow_down(self, credential):
        return False

    def validate_device_credential(self, credential):
        user = super().validate_device_credential(credential)
        # Authlib keeps the code, and would give another token for it.
        devices.pop(credential["device_code"], None)
        self.request.resource = credential["resource"]
        return user


class DeviceAuthorization(DeviceAuthorizationEndpoint):
    INTERVAL = 1

    def get_verification_uri(self):
        return f"{issuer}/device"

    def save_device_credential(self, client_id, scope, data):
        more = {"resource": request.form.get("resource"), "expires_at": time.time() + data["expires_in"]}
        devices[data["device_code"]] = DeviceCredentialDict(client_id=client_id, scope=scope, **data, **more)


def find_token(text):
    return tokens.get(text) or next((it for it in tokens.values() if it.members.get("refresh_token") == text), None)


class Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"]

    def query_token(self, token_string, token_type_hint):
        return find_token(token_string)

    def revoke_token(self, token, request):
        token.revoked = True


class Introspection(IntrospectionEndpoint):
    CLIENT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]

    def check_permission(self, token, client, request):
        # `machine` stands for all who guard a resource.
        return client.client_id == "machine" or token.check_client(client)

    def query_token(self, token_string, token_type_hint):
        return find_token(token_string)

    def introspect_token(self, token):
        said = {
            "active": True,
            "iss": issuer,
            "sub": token.user or token.client_id,
            "aud": token.resource,
            "client_id": token.client_id,
            "token_type": token.members["token_type"],
            "scope": token.get_scope(),
            "exp": int(token.until),
        }
        return {name: value for name, value in said.items() if value is not None}


class Registration(ClientRegistrationEndpoint):
    def authenticate_token(self, request):
        return True

    def save_client(self, client_info, client_metadata, request):
        public = client_metadata.get("token_endpoint_auth_method") == "none"
        client = Client(client_info["client_id"], None if public else client_info["client_secret"], client_metadata)
        clients[client.client_id] = client
        return client

    def get_server_metadata(self):
        return {"scopes_supported": SCOPES}


def save_token(token, request):
    resource = getattr(request, "resource", None) or request.form.get("resource")
    tokens[token["access_token"]] = Token(request.client.client_id, request.user, resource, token)


app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
server = AuthorizationServer(app, query_client=clients.get, save_token=save_token)
server.register_grant(AuthorizationCode, [CodeChallenge(required=True)])
server.register_grant(RefreshToken)
server.register_grant(ClientCredentials)
server.register_grant(DeviceCode)
for endpoint in (Registration, Revocation, Introspection, DeviceAuthorization):
    server.register_endpoint(endpoint)


@app.get("/.well-known/oauth-authorization-server")
def metadata():
    return jsonify(
        issuer=issuer,
        authorization_endpoint=f"{issuer}/authorize",
        token_endpoint=f"{issuer}/token",
        registration_endpoint=f"{issuer}/register",
        revocation_endpoint=f"{issuer}/revoke",
        introspection_endpoint=f"{issuer}/introspect",
        device_authorization_endpoint=f"{issuer}/device_authorization",
        response_types_supported=["code"],
        grant_types_supported=["authorization_code", "refresh_token", "client_credentials", DeviceCode.GRANT_TYPE],
        token_endpoint_auth_methods_supported=["client_secret_basic", "client_secret_post", "none"],
        revocation_endpoint_auth_methods_supported=Revocation.CLIENT_AUTH_METHODS,
        introspection_endpoint_auth_methods_supported=Introspection.CLIENT_AUTH_METHODS,
        code_challenge_methods_supported=["S256"],
        scopes_supported=SCOPES,
    )


@app.errorhandler(OAuth2Error)
def told(error):
    return server.handle_error_response(None, error)


@app.after_request
def framed_by_nobody(response):
    response.headers["X-Frame-Options"] = "DENY"
    return response


@app.route("/authorize", methods=["GET", "POST"])
def authorize():
    if request.method == "POST":
        agreed = request.form.get("answer") == "yes" and request.form.get("password") == "pw"
        user = request.form["username"] if agreed else None
        return server.create_authorization_response(grant_user=user, grant=server.get_consent_grant(end_user=user))
    server.get_consent_grant(end_user=None)
    return """<!doctype html><title>May it?</title><form method="post">
        <input name="username"><input name="password" type="password">
        <button name="answer" value="no">No</button><button name="answer" value="yes">Yes</button></form>"""


@app.post("/token")
def token():
    return server.create_token_response()


@app.post("/register")
def register():
    return server.create_endpoint_response("client_registration")


@app.post("/revoke")
def revoke():
    return server.create_endpoint_response("revocation")


@app.post("/introspect")
def introspect():
    return server.create_endpoint_response("introspection")


@app.post("/device_authorization")
def device_authorization():
    return server.create_endpoint_response("device_authorization")


@app.route("/device", methods=["GET", "POST"])
def device():
    code = request.form.get("user_code")
    if any(it.get_user_code() == code for it in devices.values()) and request.form.get("password") == "pw":
        answers[code] = request.form["username"], request.form.get("answer") == "yes"
        return "<!doctype html><title>Done</title>You can close this page."
    return """<!doctype html><title>May the device?</title><form method="post"><input name="user_code">
        <input name="username"><input name="password" type="password">
        <button name="answer" value="no">No</button><button name="answer" value="yes">Yes</button></form>"""


class Verifier:
    async def verify_token(self, token):
        found = tokens.get(token)
        if found is None or found.is_expired() or found.is_revoked():
            return None
        return AccessToken(
            token=token,
            client_id=found.client_id,
            scopes=scope_to_list(found.get_scope()) or [],
            expires_at=int(found.until),
            resource=found.resource,
        )


http = make_server("127.0.0.1", 0, app, threaded=True)
issuer = f"http://127.0.0.1:{http.server_port}"
machine = {"grant_types": ["client_credentials"], "redirect_uris": [], "scope": "tools:call"}
clients["machine"] = Client("machine", "secret-of-machine", machine | {"token_endpoint_auth_method": "client_secret_basic"})
on_device = {"grant_types": [DeviceCode.GRANT_TYPE, "refresh_token"], "redirect_uris": [], "scope": "tools:call"}
clients["device"] = Client("device", None, on_device | {"token_endpoint_auth_method": "none"})
threading.Thread(target=http.serve_forever, daemon=True).start()

listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen()
mcp_url = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
mcp = MCPServer(
    "behind-authlib",
    token_verifier=Verifier(),
    auth=AuthSettings(
        issuer_url=issuer, resource_server_url=mcp_url, required_scopes=["tools:call"], validate_token_resource=True
    ),
)


@mcp.tool()
def hello() -> str:
    """Says hello."""
    return "hello"


print(json.dumps({"issuer": issuer, "mcp": mcp_url}), flush=True)
uvicorn.Server(uvicorn.Config(mcp.streamable_http_app(), log_level="error")).run(sockets=[listener])
