// Made by `npm run generate` from schemas/config.d.ts: change that, and not this.

/**
 * How to reach a server, and what to try on it.
 *
 * `${VAR}` in any string is the environment variable `VAR`, `${VAR:-text}` has a default, `$${` is a plain `${`.
 */
export interface Config {
  /** The address of this schema, for editors. */
  $schema?: string | undefined;
  /** The server under test. Either this or `servers`. */
  server?: Server | undefined;
  /** Several servers by name; a suite says which with `server`, the first is the default. */
  servers?: Record<string, Server> | undefined;
  /**
   * Suites of tool tests.
   *
   * Default: `[]`.
   */
  toolHealthSuites?: ToolHealthSuite[] | undefined;
  /** Suites of tests of resources. */
  resourceSuites?: ResourceSuite[] | undefined;
  /** Suites of tests of prompts. */
  promptSuites?: PromptSuite[] | undefined;
  /** Suites of tests of completion. */
  completionSuites?: CompletionSuite[] | undefined;
  /** Suites of tests of sampling: what the server asks the client's model. */
  samplingSuites?: SamplingSuite[] | undefined;
  /** Suites of tests of elicitation: what the server asks the user. */
  elicitationSuites?: ElicitationSuite[] | undefined;
  /** Suites of tests of roots: what the server does with the client's folders. */
  rootsSuites?: RootsSuite[] | undefined;
  /** Suites of tests of the protocol's utilities: ping, pagination, logging, progress, cancellation, tasks. */
  utilitySuites?: UtilitySuite[] | undefined;
  /** Suites of tests of signing in: OAuth flows, proof keys, tokens, resources, tenants. */
  oauth2Suites?: OauthSuite[] | undefined;
  /**
   * Conversations of an LLM that uses the server.
   *
   * Default: `[]`.
   */
  workflows?: Workflow[] | undefined;
  /** The models of the workflows; a workflow says which with `model`, the first is the default. */
  models?: Model[] | undefined;
  /** Plays each workflow with several models and on several servers; a workflow may say otherwise with its own. */
  matrix?: MatrixChoice | undefined;
  /** How much all models of a run may take together; then no more is asked, and the rest is an error. */
  budget?: Budget | undefined;
  /**
   * Deadline in milliseconds of the server's start and of each call that has none of its own.
   *
   * Default: `30000`.
   */
  timeout?: number | undefined;
  /**
   * Lets an LLM grade the workflows (with the flag `--llm-judge`).
   *
   * Default: `false`.
   */
  llmJudge?: boolean | undefined;
  /** The judge's key, usually `"${OPENAI_API_KEY}"`. */
  openaiKey?: string | undefined;
  /**
   * The judge: the name of one of `models`, or a model of OpenAI's, for which `openaiKey` is.
   *
   * Default: `"gpt-4o"`.
   */
  judgeModel?: string | undefined;
  /** What is judged, each with a score of its own; without it, the whole. */
  rubric?: Criterion[] | undefined;
  /**
   * How often the judge is asked; the score is the mean.
   *
   * Default: `1`.
   */
  votes?: number | undefined;
  /**
   * The least score of the judge that passes, 0 to 1.
   *
   * Default: `0.8`.
   */
  passThreshold?: number | undefined;
  /**
   * Who shares a server process: all suites of the file, the tests of a suite, or nobody.
   *
   * Default: `"file"`.
   */
  isolate?: Isolate | undefined;
  /**
   * Over how many instances of the server the suites are spread.
   *
   * Default: `1`.
   */
  workers?: number | undefined;
  /** What is taken out of every output beside what looks secret: names of variables, or the values themselves. */
  secrets?: string[] | undefined;
}

/** A server: a process to start (`stdio`) or an address to speak to (`shttp`, `sse`). */
export interface Server {
  /** How to speak to it: `stdio`, `shttp` (Streamable HTTP; also `http`, `streamable-http`), or `sse` (2024-11-05). */
  transport: Transport;
  /** `stdio`: the program to start. */
  command?: string | undefined;
  /**
   * `stdio`: its arguments.
   *
   * Default: `[]`.
   */
  args?: string[] | undefined;
  /** `stdio`: environment variables beside the few that every server gets (`PATH`, `HOME` and the like). */
  env?: Record<string, string> | undefined;
  /**
   * `stdio`: its working directory.
   *
   * Relative to where mcpvals runs if the config was named, to the config's folder if it was found by search.
   */
  cwd?: string | undefined;
  /** `shttp` and `sse`: the endpoint, `http://…` or `https://…`. */
  url?: string | undefined;
  /** `shttp` and `sse`: sent with every request. */
  headers?: Record<string, string> | undefined;
  /**
   * `sse`: open a broken event stream again?
   *
   * Default: `true`.
   */
  reconnect?: boolean | undefined;
  /**
   * `sse`: milliseconds between two tries.
   *
   * Default: `5000`.
   */
  reconnectInterval?: number | undefined;
  /**
   * `sse`: how often to try.
   *
   * Default: `10`.
   */
  maxReconnectAttempts?: number | undefined;
  /** Deadline in milliseconds of start, handshake and listing together; the file's `timeout` where left out. */
  startupTimeout?: number | undefined;
  /** The protocol revision to speak; negotiated where left out. */
  protocolVersion?: ProtocolVersion | undefined;
  /** `shttp` and `sse`: how our client signs in (OAuth 2.1). */
  auth?: Auth | undefined;
  /** How fast calls may follow each other, over all workers. */
  rateLimit?: RateLimit | undefined;
  /**
   * What mcpvals declares as a client: the name of a profile, or its details.
   *
   * Default: `"full"`.
   */
  client?: Client | undefined;
}

/** How to speak to a server. */
export type Transport = "stdio" | "shttp" | "http" | "streamable-http" | "sse";

/** A revision of the protocol. */
export type ProtocolVersion = "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";

/** How our client signs in: `true` for a user in a browser, with everything else as it is discovered, or the details. */
export type Auth = boolean | AuthDetails;

/** How our client signs in. */
export interface AuthDetails {
  /** Where the token comes from. */
  type: AuthType;
  /** `bearer`: the token. */
  token?: string | undefined;
  /** The id under which the client is registered; without one, it registers itself. */
  clientId?: string | undefined;
  /** The secret that belongs to it. */
  clientSecret?: string | undefined;
  /**
   * How the client proves who it is: `basic`, `post`, `privateKeyJwt`, or `none`; as the authorization server has it
   * where left out.
   */
  clientAuthentication?: ClientAuthentication | undefined;
  /** The client's private key: PKCS #8 in PEM. */
  privateKey?: string | undefined;
  /** The algorithm of that key, such as `ES256`; the key's own where left out. */
  algorithm?: string | undefined;
  /** The id of that key. */
  keyId?: string | undefined;
  /** The address of the client's metadata document, its id where the authorization server takes such ids. */
  clientMetadataUrl?: string | undefined;
  /** The scopes to ask for; what the server asks for where left out. */
  scope?: OneOrMany | undefined;
  /** The resource indicator (RFC 8707); the server's own where left out. */
  resource?: string | undefined;
  /** The authorization server; the first that the server names where left out. */
  issuer?: string | undefined;
  /** Instead of what the authorization server's metadata say. */
  authorizationEndpoint?: string | undefined;
  /** Instead of what the authorization server's metadata say. */
  tokenEndpoint?: string | undefined;
  /** Instead of what the authorization server's metadata say. */
  registrationEndpoint?: string | undefined;
  /** Instead of what the authorization server's metadata say. */
  deviceAuthorizationEndpoint?: string | undefined;
  /** `authorizationCode`: where the browser comes back to; a free port of 127.0.0.1 where left out. */
  redirectUri?: string | undefined;
  /** `authorizationCode` and `deviceCode`: who says yes: `browser`, `print`, `automatic`, or the forms that are filled in. */
  consent?: Consent | undefined;
  /** `refreshToken`: the token. */
  refreshToken?: string | undefined;
  /** `jwtBearer`: the JWT of somebody who vouches for the client. */
  assertion?: string | undefined;
  /** `enterprise`: the user's ID token of the company's identity provider. */
  idToken?: string | undefined;
  /** `enterprise`: the identity provider's token endpoint. */
  idpTokenEndpoint?: string | undefined;
  /** `enterprise`: who the client is to the identity provider. */
  idpClientId?: string | undefined;
  /** `enterprise`: the secret that belongs to it. */
  idpClientSecret?: string | undefined;
  /** Is the token bound to a key (RFC 9449)? If the server demands it, where left out. */
  dpop?: boolean | undefined;
  /** May an authorization server on another machine be asked by plain `http`? */
  allowHttp?: boolean | undefined;
  /**
   * Where tokens are kept: `memory`; for later runs, too, the system's `keyring`, or `{file: path}`, which only its owner
   * may read.
   */
  store?: Store | undefined;
  /** Milliseconds that signing in may take, people included; no other deadline counts them. */
  timeout?: number | undefined;
}

/** Where a token comes from. */
export type AuthType = "bearer" | "clientCredentials" | "authorizationCode" | "deviceCode" | "refreshToken" | "jwtBearer" | "enterprise";

/** How a client proves who it is, in our words or in those of OAuth's registry. */
export type ClientAuthentication = "basic" | "client_secret_basic" | "post" | "client_secret_post" | "privateKeyJwt" | "private_key_jwt" | "none";

/** One string, or several. */
export type OneOrMany = string | string[];

/** Who says yes. */
export type Consent = ConsentBy | FormStep[];

/** Who says yes, where no forms are filled in. */
export type ConsentBy = "browser" | "print" | "automatic";

/** What is done with a form. */
export interface FormStep {
  /** What is typed, by the fields' names; `{{user_code}}` is a device's code. */
  fill?: Record<string, string> | undefined;
  /** The name, value or label of the button; the first where left out. */
  submit?: string | undefined;
}

/** Where tokens are kept. */
export type Store = NamedStore | StoreFile;

/** Where tokens are kept, where it is no file. */
export type NamedStore = "memory" | "keyring";

/** A file of tokens. */
export interface StoreFile {
  /** Its path, from the folder that `cwd` is relative to. */
  file: string;
}

/** A token bucket. */
export interface RateLimit {
  /** Calls per second in the long run. */
  perSecond: number;
  /**
   * Calls that may come at once.
   *
   * Default: `1`.
   */
  burst?: number | undefined;
}

/** What mcpvals declares as a client. */
export type Client = string | ClientDetails;

/** A client profile and what differs from it. */
export interface ClientDetails {
  /** The profile to start from. */
  profile?: string | undefined;
  /** `clientInfo.name`. */
  name?: string | undefined;
  /** `clientInfo.version`. */
  version?: string | undefined;
  /** The client's `capabilities`, sent as they are, instead of the profile's. */
  capabilities?: Record<string, unknown> | undefined;
  /** Folders for `roots/list`: paths, `file://` addresses, or `{uri, name}`. */
  roots?: RootEntry[] | undefined;
  /** The text that answers `sampling/createMessage`; `false` refuses; `{fromModel: true}` asks a model. */
  sampling?: Sampling | undefined;
  /** The answer to `elicitation/create`: `accept`, `decline`, `cancel`, or an object: accept with these members. */
  elicitation?: Elicitation | undefined;
}

/** A folder offered to the server. */
export type RootEntry = string | NamedRoot;

/** A folder offered to the server, with a name for people. */
export interface NamedRoot {
  /** A path or a `file://` address. */
  uri: string;
  /** A name for people. */
  name?: string | undefined;
}

/** The answer to `sampling/createMessage`. */
export type Sampling = string | boolean | SamplingModel;

/** The model that answers `sampling/createMessage`. */
export interface SamplingModel {
  /** The name of one of `models`, or `true` for the first. */
  fromModel: FromModel;
}

/** Which model answers. */
export type FromModel = string | boolean;

/** The answer to `elicitation/create`. */
export type Elicitation = ElicitationAction | Record<string, unknown>;

/** What the user does with a form. */
export type ElicitationAction = "accept" | "decline" | "cancel";

/** A suite: tool tests that belong together. */
export interface ToolHealthSuite {
  /** Its name, unique in the file. */
  name: string;
  /** What it is for. */
  description?: string | undefined;
  /** The name of its server, where the file has several. */
  server?: string | undefined;
  /** Its tests, in order; needed where there are no `listChangedTests`. */
  tests?: ToolTest[] | undefined;
  /** Changes of the list of tools. */
  listChangedTests?: ListChangedTest[] | undefined;
  /**
   * Run the tests at the same time on one session?
   *
   * Default: `false`.
   */
  parallel?: boolean | undefined;
  /** Deadline of each call in milliseconds. */
  timeout?: number | undefined;
  /** Who shares a server process, where other than the file says. */
  isolate?: Isolate | undefined;
  /** Calls made before the first test. */
  setup?: SetupCall[] | undefined;
  /** Calls made after the last test, whatever became of it. */
  teardown?: SetupCall[] | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why none of it is run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
}

/** One call of a tool and what is expected of it. */
export interface ToolTest {
  /** The tool's name. */
  name: string;
  /** The test's title, unique in its suite; the tool's name where left out. */
  description?: string | undefined;
  /**
   * The tool's arguments.
   *
   * Default: `{}`.
   */
  args?: Record<string, unknown> | undefined;
  /**
   * What comes back: a string is contained in the text (case ignored), a number equals it, an object or array is
   * equal to the structured content or to the text as JSON.
   */
  expectedResult?: unknown;
  /** The call must fail, and this is in the error's text (case ignored) or is its code. */
  expectedError?: ExpectedError | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /**
   * How often a failed attempt is tried again.
   *
   * Default: `0`.
   */
  retries?: number | undefined;
  /** More expectations; all must hold. */
  expect?: Matcher | undefined;
  /** Calls made afterwards whose expectations must hold, too: did it really happen? */
  verify?: VerifyCall[] | undefined;
  /** Values for later calls: name → JSONPath over the result; `"${{name}}"` uses them. */
  capture?: Record<string, string> | undefined;
  /** Deadline of the call in milliseconds. */
  timeout?: number | undefined;
  /**
   * How often it is played.
   *
   * Default: `1`.
   */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /**
   * Run only what has this.
   *
   * Default: `false`.
   */
  only?: boolean | undefined;
  /**
   * The arguments break the tool's schema on purpose.
   *
   * Default: `false`.
   */
  invalidArgs?: boolean | undefined;
  /**
   * One test per row: `"{{column}}"` in the test's strings is the row's value.
   *
   * Rows are objects, or stand in a file: `{"file": "rows.csv"}` (or `.jsonl`), relative to the config.
   */
  cases?: Cases | undefined;
}

/** A part of an error's text, or its code. */
export type ExpectedError = string | number;

/** Expectations of an answer, or (below `jsonPath`) of a value in it. All must hold. */
export interface Matcher {
  /** A string is the whole text; anything else is equal to the structured content or to the text as JSON. */
  equals?: unknown;
  /** This, or each of these, is in the text. Case counts. */
  contains?: OneOrMany | undefined;
  /** This, or none of these, is in the text. Case counts. */
  notContains?: OneOrMany | undefined;
  /**
   * This regular expression, or each of these, is found in the text.
   *
   * The syntax is that of Rust's `regex` (no look-around, no back-references); `(?i)` in front ignores case.
   */
  matches?: string | RegExp | (string | RegExp)[] | undefined;
  /** A JSON Schema of the structured content, or of the text as JSON. */
  schema?: unknown;
  /** JSONPath (RFC 9535) over the result, `$.text` and `$.json` → a matcher, or a plain value to be equal to. */
  jsonPath?: Record<string, PathExpectation> | undefined;
  /** A number: the value itself, or `{value, tolerance}`. */
  approx?: Approx | undefined;
  /** Characters of a text, items of an array, members of an object: a number, or `{min, max}`. */
  length?: Length | undefined;
  /**
   * The type of each content block, in order: of a tool's content, of a prompt's messages. A resource's contents are
   * `text` or `blob`.
   */
  contentTypes?: ContentType[] | undefined;
  /** `true`: an `isError` result or a JSON-RPC error; `false`: neither. */
  isError?: boolean | undefined;
  /** A JSON-RPC error with this code. */
  errorCode?: number | undefined;
  /** Every one of these holds. */
  all?: Matcher[] | undefined;
  /** At least one of these holds. */
  any?: Matcher[] | undefined;
  /** This does not hold. */
  not?: Matcher | undefined;
  /** As at the last `--update-snapshots`: `true`, a name, or `{name, redact}`. */
  snapshot?: Snapshot | undefined;
}

/** A matcher, or a plain value to be equal to. */
export type PathExpectation = unknown;

/** A number and how far away the answer may be. */
export type Approx = number | ApproxDetails;

/** A number and how far away the answer may be. */
export interface ApproxDetails {
  /** The number. */
  value: number;
  /**
   * The greatest absolute difference.
   *
   * Default: `0.0001`.
   */
  tolerance?: number | undefined;
}

/** How many. */
export type Length = number | LengthBounds;

/** Bounds of a length; at least one of the two. */
export interface LengthBounds {
  /** At least so many. */
  min?: number | undefined;
  /** At most so many. */
  max?: number | undefined;
}

/** The type of a content block. */
export type ContentType = "text" | "image" | "audio" | "resource" | "resource_link" | "blob";

/** A snapshot. */
export type Snapshot = boolean | string | SnapshotDetails;

/** A snapshot's details. */
export interface SnapshotDetails {
  /** Its name, unique in the file; the test's own where left out. */
  name?: string | undefined;
  /** Values that are not compared: JSONPath → the word that stands for them; or a list of JSONPath texts. */
  redact?: Redact | undefined;
}

/** Values that are not compared. */
export type Redact = string[] | Record<string, string>;

/** A call that shows that the tested one did what it said. */
export interface VerifyCall {
  /** The tool's name. */
  name: string;
  /** The tool's arguments. */
  args?: Record<string, unknown> | undefined;
  /** As in a test. */
  expectedResult?: unknown;
  /** As in a test. */
  expectedError?: ExpectedError | undefined;
  /** As in a test. */
  maxLatency?: number | undefined;
  /** As in a test. */
  expect?: Matcher | undefined;
}

/** Why something is not run. */
export type Skip = string | false;

/** The rows of a data-driven test. */
export type Cases = Record<string, unknown>[] | CasesFile;

/** A file of rows. */
export interface CasesFile {
  /** A `.csv` file with a header line, or a `.jsonl` file of objects; relative to the config. */
  file: string;
}

/** Changes of the list that the suite is about: made, waited for, and counted. */
export interface ListChangedTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** A call that makes it change. */
  trigger?: SubscriptionTrigger | undefined;
  /** A file that is modified, so that it changes. */
  touch?: string | undefined;
  /** What is written at the end of that file. */
  append?: string | undefined;
  /** `true`: at least one update must come; `false`: none. */
  expectUpdates?: boolean | undefined;
  /** How many updates must come. */
  updates?: Count | undefined;
  /** How long to wait for them in milliseconds. */
  within?: number | undefined;
  /** `true`: what is read afterwards is other than before; `false`: it is the same. */
  expectChange?: boolean | undefined;
  /** How long it must be silent after the subscription was taken back, in milliseconds; 0: nobody looks. */
  quiet?: number | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A call that makes a resource change. */
export interface SubscriptionTrigger {
  /** The tool that is called. */
  tool: string;
  /** Its arguments. */
  args?: Record<string, unknown> | undefined;
}

/** A number, or bounds of it. */
export type Count = number | CountBounds;

/** Bounds of a number. */
export interface CountBounds {
  /** At least so many. */
  min?: number | undefined;
  /** At most so many. */
  max?: number | undefined;
  /** Exactly so many. */
  exact?: number | undefined;
}

/** Who shares a server process. */
export type Isolate = "file" | "suite" | "test";

/** A call made before or after a suite's tests; it must succeed, and its expectations must hold. */
export interface SetupCall {
  /** The tool's name. */
  name: string;
  /** The tool's arguments. */
  args?: Record<string, unknown> | undefined;
  /** As in a test. */
  expectedResult?: unknown;
  /** As in a test. */
  expectedError?: ExpectedError | undefined;
  /** As in a test. */
  expect?: Matcher | undefined;
  /** Values for later calls: name → JSONPath over the result. */
  capture?: Record<string, string> | undefined;
}

/** A suite: tests of resources that belong together. */
export interface ResourceSuite {
  /** Its name, unique in the file. */
  name: string;
  /** What it is for. */
  description?: string | undefined;
  /** The name of its server, where the file has several. */
  server?: string | undefined;
  /** What must be in the lists. */
  discoveryTests?: ResourceDiscovery[] | undefined;
  /** Resources that are read. */
  resourceTests?: ResourceTest[] | undefined;
  /** As `resourceTests`. */
  tests?: ResourceTest[] | undefined;
  /** Templates that are filled in, and the resource read. */
  templateTests?: TemplateTest[] | undefined;
  /** What must not be read. */
  errorTests?: ResourceErrorTest[] | undefined;
  /** Changes that are subscribed to, made, and counted. */
  subscriptionTests?: SubscriptionTest[] | undefined;
  /** Run the tests at the same time on one session? */
  parallel?: boolean | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** Who shares a server process, where other than the file says. */
  isolate?: Isolate | undefined;
  /** Calls made before the first test. */
  setup?: SetupCall[] | undefined;
  /** Calls made after the last test, whatever became of it. */
  teardown?: SetupCall[] | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why none of it is run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what the tests need fails; without this, they are skipped. */
  required?: boolean | undefined;
}

/** What a list must hold, over all its pages. */
export interface ResourceDiscovery {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** URIs that must be in `resources/list`. */
  expectedResources?: string[] | undefined;
  /** How many resources there must be. */
  expectedCount?: Count | undefined;
  /** Templates that must be in `resources/templates/list`, instead of resources. */
  expectedTemplates?: string[] | undefined;
  /** How many templates there must be, instead of resources. */
  expectedTemplateCount?: Count | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A resource that is read, and what must come. */
export interface ResourceTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** Its URI. */
  uri: string;
  /** `true`: it is in `resources/list`, and what comes has the URI, `mimeType` and `size` that stand there. */
  asListed?: boolean | undefined;
  /** Members that its `annotations` in `resources/list` must have (`audience`, `priority`, `lastModified`). */
  expectedAnnotations?: Record<string, unknown> | undefined;
  /**
   * A text is in one of the texts (case ignored) or is one of the blobs; each of a list of texts is; an
   * object or array equals one of the texts as JSON, or an item of `contents` has its members; `null`:
   * nothing is in it.
   */
  expectedContent?: unknown;
  /** The MIME type of each item. */
  expectedMimeType?: string | undefined;
  /** Bytes of all items. */
  size?: Count | undefined;
  /** Reading must fail, and this is in the error's text (case ignored) or is its code. */
  expectError?: ExpectedError | undefined;
  /** As `expectError`. */
  expectedError?: ExpectedError | undefined;
  /** More expectations; all must hold. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A template that is filled in, and what must come. */
export interface TemplateTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The template (RFC 6570), as the server lists it. */
  templateUri?: string | undefined;
  /** As `templateUri`. */
  template?: string | undefined;
  /** Its variables; `null` leaves one undefined. */
  parameters?: Record<string, unknown> | undefined;
  /** As `parameters`. */
  arguments?: Record<string, unknown> | undefined;
  /** A regular expression that the URI must match. */
  expectedUriPattern?: string | undefined;
  /** The URI that it must give. */
  expectedUri?: string | undefined;
  /** Variables that are completed; the values of the others are sent as context. */
  completions?: VariableCompletion[] | undefined;
  /**
   * A text is in one of the texts (case ignored) or is one of the blobs; each of a list of texts is; an
   * object or array equals one of the texts as JSON, or an item of `contents` has its members; `null`:
   * nothing is in it.
   */
  expectedContent?: unknown;
  /** The MIME type of each item. */
  expectedMimeType?: string | undefined;
  /** Bytes of all items. */
  size?: Count | undefined;
  /** Reading must fail, and this is in the error's text (case ignored) or is its code. */
  expectError?: ExpectedError | undefined;
  /** As `expectError`. */
  expectedError?: ExpectedError | undefined;
  /** More expectations; all must hold. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A variable of a template that is completed, and what must be suggested. */
export interface VariableCompletion {
  /** The variable, and what is typed of it so far. */
  argument: Argument;
  /** Values that must be suggested. */
  expectedValues?: string[] | undefined;
  /** Values that must not. */
  unexpectedValues?: string[] | undefined;
  /** How many. */
  expectedCount?: Count | undefined;
  /** Must each value contain what is typed (case ignored), or its letters in their order? */
  matchesPrefix?: boolean | undefined;
}

/** An argument on its way. */
export interface Argument {
  /** Its name. */
  name: string;
  /** What is typed of it so far. */
  value?: string | undefined;
}

/** What must not be read. */
export interface ResourceErrorTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /**
   * What is tried: `unknownUri`, `invalidUri`, `traversal`. All of them, where neither `uris` nor `subscribe` is
   * given.
   */
  refuses?: BadUri[] | undefined;
  /** URIs that are tried besides. */
  uris?: string[] | undefined;
  /** Is a URI that nobody has subscribed to? Skipped in 2026-07-28, and where `resources.subscribe` is not declared. */
  subscribe?: boolean | undefined;
  /** What is in the text of each refusal (case ignored), or its code. Without it: what the protocol says. */
  expectedError?: ExpectedError | undefined;
  /** As `expectedError`. */
  expectError?: ExpectedError | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** Kinds of URI that a server must not serve. */
export type BadUri = "unknownUri" | "invalidUri" | "traversal";

/** Changes that are subscribed to, made, and counted. */
export interface SubscriptionTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The resource. */
  resourceUri?: string | undefined;
  /** As `resourceUri`. */
  uri?: string | undefined;
  /** `true`: changes of the list of resources, instead of one resource. */
  listChanged?: boolean | undefined;
  /** A call that makes it change. */
  trigger?: SubscriptionTrigger | undefined;
  /** A file that is modified, so that it changes. */
  touch?: string | undefined;
  /** What is written at the end of that file. */
  append?: string | undefined;
  /** `true`: at least one update must come; `false`: none. */
  expectUpdates?: boolean | undefined;
  /** How many updates must come. */
  updates?: Count | undefined;
  /** How long to wait for them in milliseconds. */
  within?: number | undefined;
  /** `true`: what is read afterwards is other than before; `false`: it is the same. */
  expectChange?: boolean | undefined;
  /** How long it must be silent after the subscription was taken back, in milliseconds; 0: nobody looks. */
  quiet?: number | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A suite: tests of prompts that belong together. */
export interface PromptSuite {
  /** Its name, unique in the file. */
  name: string;
  /** What it is for. */
  description?: string | undefined;
  /** The name of its server, where the file has several. */
  server?: string | undefined;
  /** What must be in the list. */
  discoveryTests?: PromptDiscovery[] | undefined;
  /** Prompts that are got. */
  promptTests?: PromptTest[] | undefined;
  /** As `promptTests`. */
  tests?: PromptTest[] | undefined;
  /** How prompts take arguments that are left out, wrong or unknown. */
  argumentTests?: PromptArguments[] | undefined;
  /** What prompts make of their arguments. */
  templateTests?: PromptTemplate[] | undefined;
  /** Texts that must stay data. */
  securityTests?: PromptSecurity[] | undefined;
  /** Changes of the list of prompts. */
  listChangedTests?: ListChangedTest[] | undefined;
  /** Run the tests at the same time on one session? */
  parallel?: boolean | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** Who shares a server process, where other than the file says. */
  isolate?: Isolate | undefined;
  /** Calls made before the first test. */
  setup?: SetupCall[] | undefined;
  /** Calls made after the last test, whatever became of it. */
  teardown?: SetupCall[] | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why none of it is run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what the tests need fails; without this, they are skipped. */
  required?: boolean | undefined;
}

/** What the list of prompts must hold, over all its pages. */
export interface PromptDiscovery {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** Names that must be in `prompts/list`. */
  expectedPrompts?: string[] | undefined;
  /** How many prompts there must be. */
  expectedCount?: Count | undefined;
  /** Arguments that must be listed: prompt → argument → what is said of it. */
  expectedArguments?: Record<string, Record<string, ListedArgument>> | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** What the list says of an argument. */
export interface ListedArgument {
  /** Is it required? */
  required?: boolean | undefined;
}

/** A prompt that is got, and what must come. */
export interface PromptTest {
  /** What it is for. */
  description?: string | undefined;
  /** The prompt's name; with `prompt`, the test's title, unique in its suite. */
  name?: string | undefined;
  /** The prompt's name, where `name` is the test's title. */
  prompt?: string | undefined;
  /** Its arguments. What is no text is sent as its JSON text, since the protocol knows only texts. */
  args?: Record<string, unknown> | undefined;
  /** As `args`. */
  arguments?: Record<string, unknown> | undefined;
  /**
   * A text is in the text of a message (case ignored); each of a list of texts is; the members of an
   * object are in a message or in its content, or it equals the text as JSON; another list is that of all
   * messages; `null`: no messages come.
   */
  expectedContent?: unknown;
  /** The messages in order: so many, with these roles and contents. */
  expectedMessages?: Message[] | undefined;
  /** Getting it must fail, and this is in the error's text (case ignored) or is its code. */
  expectError?: ExpectedError | undefined;
  /** As `expectError`. */
  expectedError?: ExpectedError | undefined;
  /** More expectations; all must hold. The text is that of all messages, joined by newlines. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A message that must come. */
export interface Message {
  /** `user` or `assistant`. */
  role?: string | undefined;
  /** A text is in its text (case ignored); the members of an object are in its content. */
  content?: unknown;
}

/** How a prompt must take its arguments: each probe is a request of its own. */
export interface PromptArguments {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The prompt's name. */
  promptName?: string | undefined;
  /** As `promptName`. */
  prompt?: string | undefined;
  /**
   * Arguments that are right: getting the prompt with them must succeed. Otherwise those that the list requires get
   * a plausible text.
   */
  validArgs?: Record<string, unknown> | undefined;
  /** Leaving out each of these must be refused; otherwise each that the list requires. */
  requiredArgs?: string[] | undefined;
  /** Leaving out each of these must be accepted; otherwise each of `validArgs` that the list does not require. */
  optionalArgs?: string[] | undefined;
  /** Arguments that must be refused, sent as they are: here a number stays a number. */
  invalidArgs?: Record<string, unknown> | undefined;
  /** What must become of an argument that the prompt does not have. */
  unknownArgs?: Demand | undefined;
  /** What must become of a number, where the protocol knows only texts: tried for each of `validArgs`. */
  wrongTypes?: Demand | undefined;
  /**
   * What every refusal must be: this is in its text (case ignored) or is its code. Otherwise a JSON-RPC error, with
   * code -32602 where an argument is missing.
   */
  expectError?: ExpectedError | undefined;
  /** As `expectError`. */
  expectedError?: ExpectedError | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** What must become of a request. */
export type Demand = "accept" | "refuse";

/** A prompt, and what it must make of its arguments. */
export interface PromptTemplate {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The prompt's name. */
  promptName?: string | undefined;
  /** As `promptName`. */
  prompt?: string | undefined;
  /** Texts that must be in the text of the messages. Case counts. */
  expectedPatterns?: string[] | undefined;
  /** Texts that must not be in it. Case counts. */
  unexpectedPatterns?: string[] | undefined;
  /**
   * Arguments (`true`: all that are given) that get a random text each, in a request of its own; each text must be
   * in the messages.
   */
  substitution?: Substitution | undefined;
  /** Must there be a message? Roles and contents are always checked. */
  validateStructure?: boolean | undefined;
  /** Its arguments. What is no text is sent as its JSON text, since the protocol knows only texts. */
  args?: Record<string, unknown> | undefined;
  /** As `args`. */
  arguments?: Record<string, unknown> | undefined;
  /**
   * A text is in the text of a message (case ignored); each of a list of texts is; the members of an
   * object are in a message or in its content, or it equals the text as JSON; another list is that of all
   * messages; `null`: no messages come.
   */
  expectedContent?: unknown;
  /** The messages in order: so many, with these roles and contents. */
  expectedMessages?: Message[] | undefined;
  /** Getting it must fail, and this is in the error's text (case ignored) or is its code. */
  expectError?: ExpectedError | undefined;
  /** As `expectError`. */
  expectedError?: ExpectedError | undefined;
  /** More expectations; all must hold. The text is that of all messages, joined by newlines. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** Which arguments are marked. */
export type Substitution = boolean | string[];

/** Texts that must stay data: they change no role, no message and nothing around them. */
export interface PromptSecurity {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The prompt's name. */
  promptName?: string | undefined;
  /** As `promptName`. */
  prompt?: string | undefined;
  /** The arguments that are not attacked. */
  args?: Record<string, unknown> | undefined;
  /** As `args`. */
  arguments?: Record<string, unknown> | undefined;
  /**
   * What is put in: a text, which goes into each argument in turn, or an object of arguments. Otherwise texts that
   * are built in.
   */
  injectionAttempts?: Input[] | undefined;
  /** As `injectionAttempts`; with `expectRejection`, they must be refused. */
  maliciousInputs?: Input[] | undefined;
  /** Must `maliciousInputs` be refused? */
  expectRejection?: boolean | undefined;
  /** Texts, and whether they must come back as they are. */
  sanitizationTests?: Sanitization[] | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** What is put into arguments. */
export type Input = string | Record<string, unknown>;

/** A text, and what must become of it. */
export interface Sanitization {
  /** What is put in. */
  input: Input;
  /** `true`: refused, or not to come back as it is; `false`: to come back as it is; a text: to come back instead. */
  expectedSanitization: Sanitized;
}

/** What must become of a text. */
export type Sanitized = boolean | string;

/** A suite: tests of completion that belong together. */
export interface CompletionSuite {
  /** Its name, unique in the file. */
  name: string;
  /** What it is for. */
  description?: string | undefined;
  /** The name of its server, where the file has several. */
  server?: string | undefined;
  /** Its tests. */
  tests: CompletionTest[];
  /** Run the tests at the same time on one session? */
  parallel?: boolean | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** Who shares a server process, where other than the file says. */
  isolate?: Isolate | undefined;
  /** Calls made before the first test. */
  setup?: SetupCall[] | undefined;
  /** Calls made after the last test, whatever became of it. */
  teardown?: SetupCall[] | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why none of it is run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what the tests need fails; without this, they are skipped. */
  required?: boolean | undefined;
}

/** An argument that is completed, and what must be suggested. */
export interface CompletionTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** Whose argument it is: `{prompt: NAME}` or `{resource: TEMPLATE}`, or as the protocol writes it. */
  ref: Reference;
  /** The argument, and what is typed of it so far. */
  argument: Argument;
  /** Arguments that have their values already (2025-06-18 and later), also below `arguments`. */
  context?: Record<string, unknown> | undefined;
  /** Values that must be suggested. */
  expectedValues?: string[] | undefined;
  /** Values that must not. */
  unexpectedValues?: string[] | undefined;
  /** How many. */
  expectedCount?: Count | undefined;
  /** Must each value contain what is typed (case ignored), or its letters in their order? */
  matchesPrefix?: boolean | undefined;
  /** Must the server say that there are more? */
  hasMore?: boolean | undefined;
  /** Is `ref` sent with a type that the protocol does not have? Then -32602 is expected, if nothing else is. */
  unknownRefType?: boolean | undefined;
  /** Completing must fail, and this is in the error's text (case ignored) or is its code. */
  expectError?: ExpectedError | undefined;
  /** As `expectError`. */
  expectedError?: ExpectedError | undefined;
  /** More expectations; all must hold. The text is that of the values, joined by newlines. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** Whose argument is completed. */
export interface Reference {
  /** A prompt's name. */
  prompt?: string | undefined;
  /** A resource template, as the server lists it. */
  resource?: string | undefined;
  /** `ref/prompt` or `ref/resource`, as the protocol writes it. */
  type?: ReferenceKind | undefined;
  /** With `type: ref/prompt`, the prompt's name. */
  name?: string | undefined;
  /** With `type: ref/resource`, the template. */
  uri?: string | undefined;
}

/** The protocol's kinds of reference. */
export type ReferenceKind = "ref/prompt" | "ref/resource";

/** A suite: tests of sampling that belong together. */
export interface SamplingSuite {
  /** Its name, unique in the file. */
  name: string;
  /** What it is for. */
  description?: string | undefined;
  /** The name of its server, where the file has several. */
  server?: string | undefined;
  /** What makes the server ask, in tests that do not say it themselves. */
  trigger?: Trigger | undefined;
  /** Does the server ask a client that can be asked, and only such a client? */
  capabilityTests?: SamplingCapabilityTest[] | undefined;
  /** What it asks, and what it does with the answers. */
  requestTests?: SamplingTest[] | undefined;
  /** As `requestTests`. */
  tests?: SamplingTest[] | undefined;
  /** What must be in no request, and what becomes of a refusal. */
  securityTests?: SamplingSecurityTest[] | undefined;
  /** Several requests at once, and how long they take. */
  performanceTests?: SamplingPerformanceTest[] | undefined;
  /** Kinds of content in the answers. */
  contentTests?: SamplingContentTest[] | undefined;
  /** Several requests one after the other. */
  workflowTests?: SamplingWorkflowTest[] | undefined;
  /** Run the tests at the same time? Each has a session of its own. */
  parallel?: boolean | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** Calls made on each test's session before the trigger. */
  setup?: SetupCall[] | undefined;
  /** Calls made on each test's session afterwards, whatever became of it. */
  teardown?: SetupCall[] | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why none of it is run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not offer what a test needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A request that makes the server ask: a call of a tool, or a prompt or a resource that it gives. */
export interface Trigger {
  /** The tool that is called. */
  tool?: string | undefined;
  /** The prompt that is fetched. */
  prompt?: string | undefined;
  /** The URI of the resource that is read. */
  resource?: string | undefined;
  /** The arguments of the tool or the prompt. */
  args?: Record<string, unknown> | undefined;
}

/** Does the server ask where it may, and only there? */
export interface SamplingCapabilityTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from its trigger. */
  name?: string | undefined;
  /** What makes the server ask; the suite's where left out. */
  trigger?: Trigger | undefined;
  /**
   * `true` (the default): the client declares sampling, and the trigger makes the server ask. `false`: it does
   * not declare it, and nothing is asked.
   */
  expectedCapability?: boolean | undefined;
  /** What the trigger must be answered with, as in a test of a tool. */
  expectedResult?: unknown;
  /** The trigger must fail with this in the error's text (case ignored), or with this code. */
  expectedError?: ExpectedError | undefined;
  /** As `expectedError`. */
  expectError?: ExpectedError | undefined;
  /** More expectations of the answer to the trigger; all must hold. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** What the server asks the model, and what it does with the answers. */
export interface SamplingTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from its trigger. */
  name?: string | undefined;
  /** What makes the server ask; the suite's where left out. */
  trigger?: Trigger | undefined;
  /** What is answered, one request after the other; the last answers all that follow. */
  answers?: SamplingAnswer[] | undefined;
  /** As `answers` with one. */
  answer?: SamplingAnswer | undefined;
  /**
   * A file of recorded answers (relative to the config), which are given instead of `answers` where it is there;
   * `--record` writes it.
   */
  cassette?: string | undefined;
  /** What the user does with every request, where there are no `answers`. */
  simulateUserResponse?: UserResponse | undefined;
  /** `false`: nothing must be asked. As `requests: 0`. */
  expectUserApproval?: boolean | undefined;
  /** How often the server must ask; at least once where left out. */
  requests?: Count | undefined;
  /** The client's `capabilities`, instead of the server's client with `sampling`. */
  capabilities?: Record<string, unknown> | undefined;
  /** The messages of the first request: as many, with these roles, and with this in them. */
  messages?: Message[] | undefined;
  /** What is in its system prompt (case ignored). */
  systemPrompt?: string | undefined;
  /** At least these members of its `modelPreferences`. */
  modelPreferences?: Record<string, unknown> | undefined;
  /** Its `maxTokens`. */
  maxTokens?: number | undefined;
  /** Its `temperature`. */
  temperature?: number | undefined;
  /** Its `stopSequences`. */
  stopSequences?: string[] | undefined;
  /** Its `includeContext`; a list of content as version 0.1.0 had it is what must be somewhere in the request. */
  includeContext?: IncludedContext | undefined;
  /** Its `tools`, each with at least these members. */
  tools?: Record<string, unknown>[] | undefined;
  /** At least these members of its `metadata`. */
  metadata?: Record<string, unknown> | undefined;
  /** Matchers of its `params`. */
  expectRequest?: Matcher | undefined;
  /** What the first request must say, the second, and so on. No more must come, unless `requests` says how many. */
  expectRequests?: RequestExpectation[] | undefined;
  /** Regular expressions that are found in no request. */
  forbidden?: string[] | undefined;
  /** May a form that is asked beside ask for passwords and the like, and a URL hold them? The protocol says no. */
  mayAskSecrets?: boolean | undefined;
  /** What the trigger must be answered with, as in a test of a tool. */
  expectedResult?: unknown;
  /** The trigger must fail with this in the error's text (case ignored), or with this code. */
  expectedError?: ExpectedError | undefined;
  /** As `expectedError`. */
  expectError?: ExpectedError | undefined;
  /** More expectations of the answer to the trigger; all must hold. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** An answer of the model, or of the user in its place. */
export type SamplingAnswer = string | SamplingAnswerDetails;

/** An answer with its details: one of `text`, `content`, `result`, `fromModel`, `reject`, `error` and `silence`. */
export interface SamplingAnswerDetails {
  /** This text. */
  text?: string | undefined;
  /** A content block, or a list of them. */
  content?: unknown;
  /** The whole result, as it is. */
  result?: Record<string, unknown> | undefined;
  /** What a model says: the name of one of `models`, or `true` for the first. */
  fromModel?: FromModel | undefined;
  /** `true`: the user refuses. */
  reject?: boolean | undefined;
  /** This error. */
  error?: ErrorAnswer | undefined;
  /** `true`: nothing is ever answered. */
  silence?: boolean | undefined;
  /** The name of the model. */
  model?: string | undefined;
  /** Why it stopped. */
  stopReason?: string | undefined;
  /** How long it takes in milliseconds. */
  after?: number | undefined;
}

/** An error of JSON-RPC. */
export interface ErrorAnswer {
  /** Its code. */
  code: number;
  /** Its words. */
  message?: string | undefined;
}

/** What the user does with a request: lets it pass, refuses it, or changes the answer. */
export type UserResponse = "approve" | "reject" | "modify";

/** What a request is asked to include. */
export type IncludedContext = string | ContextPart[];

/** A piece of context. */
export interface ContextPart {
  /** `text`, `image` or `resource`. */
  type?: string | undefined;
  /** The text. */
  text?: string | undefined;
  /** The base64 data. */
  data?: string | undefined;
  /** Its MIME type, which is not looked for. */
  mimeType?: string | undefined;
  /** The resource. */
  uri?: string | undefined;
}

/** What must be in a request of the server. */
export interface RequestExpectation {
  /** Its messages: as many, with these roles, and with this in them. */
  messages?: Message[] | undefined;
  /** Members that must be there: of an object at least these members, all else equal. */
  params?: Record<string, unknown> | undefined;
  /** Members that are texts, and what must be in them (case ignored). */
  contains?: Record<string, string> | undefined;
  /** Matchers of its `params`. */
  expect?: Matcher | undefined;
}

/** What must be in no request, and what becomes of a refusal. */
export interface SamplingSecurityTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from its trigger. */
  name?: string | undefined;
  /** What makes the server ask; the suite's where left out. */
  trigger?: Trigger | undefined;
  /** Regular expressions that are found in no request. */
  forbidden?: string[] | undefined;
  /** Secrets that are planted where the server can find them, and must be in no request. */
  canaries?: Canaries | undefined;
  /** Requests that the user refuses (or, without `expectRejection`, does not). */
  unauthorizedRequests?: UnauthorizedRequest[] | undefined;
  /** Texts that are put in place of `{{input}}` in the trigger, and must not be in a request (or must be). */
  sensitiveDataTests?: SensitiveData[] | undefined;
  /** Data of persons: e-mail addresses, telephone, card and social security numbers. */
  privacyTests?: Privacy[] | undefined;
  /** What the trigger must be answered with, as in a test of a tool. */
  expectedResult?: unknown;
  /** The trigger must fail with this in the error's text (case ignored), or with this code. */
  expectedError?: ExpectedError | undefined;
  /** As `expectedError`. */
  expectError?: ExpectedError | undefined;
  /** More expectations of the answer to the trigger; all must hold. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** Secrets that are planted where the server can find them, and must be in no request. */
export interface Canaries {
  /** Names of environment variables that are added to the server's process. */
  env?: string[] | undefined;
  /** Files that are there while the test runs, and must not be there before; relative to the server's `cwd`. */
  files?: string[] | undefined;
}

/** A request that the user refuses. */
export interface UnauthorizedRequest {
  /** Its messages. */
  messages?: Message[] | undefined;
  /** `true` (the default): the user refuses, and the trigger must fail. */
  expectRejection?: boolean | undefined;
}

/** A text that the server must not hand on. */
export interface SensitiveData {
  /** The text. */
  input: string;
  /** `true` (the default): it must be in no request. `false`: it must be in one. */
  expectFiltering?: boolean | undefined;
}

/** Data of persons that the server must not hand on. */
export interface Privacy {
  /** What it is about; the test's title. */
  description?: string | undefined;
  /** Are such data planted in the server's environment? */
  includePersonalData?: boolean | undefined;
  /** `true` (the default): no request has any. */
  expectDataProtection?: boolean | undefined;
}

/** Several requests at once, and how long they take. */
export interface SamplingPerformanceTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from its trigger. */
  name?: string | undefined;
  /** What makes the server ask; the suite's where left out. */
  trigger?: Trigger | undefined;
  /** How often the trigger is sent at the same time; `{{input}}` in it stands for another text each time. */
  concurrentRequests?: number | undefined;
  /** How long our answers are: 100 bytes, 10 kB, or 1 MB. */
  messageSize?: MessageSize | undefined;
  /** The server must not ask as often at once as it is triggered. */
  expectThrottling?: boolean | undefined;
  /** How many requests may wait for their answer at once. */
  maxInFlight?: number | undefined;
  /** How long each answer takes in milliseconds. */
  answerDelay?: number | undefined;
  /** What the trigger must be answered with, as in a test of a tool. */
  expectedResult?: unknown;
  /** The trigger must fail with this in the error's text (case ignored), or with this code. */
  expectedError?: ExpectedError | undefined;
  /** As `expectedError`. */
  expectError?: ExpectedError | undefined;
  /** More expectations of the answer to the trigger; all must hold. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** How long our answers are. */
export type MessageSize = "small" | "medium" | "large";

/** Kinds of content in the answers. */
export interface SamplingContentTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from its trigger. */
  name?: string | undefined;
  /** What makes the server ask; the suite's where left out. */
  trigger?: Trigger | undefined;
  /** One answer each. */
  testCases: ContentCase[];
  /** What the trigger must be answered with, as in a test of a tool. */
  expectedResult?: unknown;
  /** The trigger must fail with this in the error's text (case ignored), or with this code. */
  expectedError?: ExpectedError | undefined;
  /** As `expectedError`. */
  expectError?: ExpectedError | undefined;
  /** More expectations of the answer to the trigger; all must hold. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** An answer with content of one kind, and what the server does with it. */
export interface ContentCase {
  /** The kind. */
  contentType: ContentType2;
  /** The text, or the base64 data, or both as an object; something small where left out. */
  input?: ContentInput | undefined;
  /** `accept` (the default): the trigger succeeds; `reject`: it fails; `convert`: it succeeds with `expectedResponse`. */
  expectedHandling?: Handling | undefined;
  /** What is in the answer to the trigger (case ignored). */
  expectedResponse?: string | undefined;
}

/** A kind of content. */
export type ContentType2 = "text" | "image" | "audio" | "mixed";

/** What the answer holds. */
export type ContentInput = string | ContentParts;

/** The parts of an answer. */
export interface ContentParts {
  /** The text. */
  text?: string | undefined;
  /** The picture in base64. */
  imageData?: string | undefined;
  /** What the picture is. */
  mimeType?: string | undefined;
}

/** What a server does with an answer. */
export type Handling = "accept" | "reject" | "convert";

/** Several requests one after the other. */
export interface SamplingWorkflowTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from its trigger. */
  name?: string | undefined;
  /** What makes the server ask; the suite's where left out. */
  trigger?: Trigger | undefined;
  /** What happens, in order. */
  steps: SamplingStep[];
  /** Must the trigger succeed in the end (the default), or fail? */
  expectSuccess?: boolean | undefined;
  /** What the trigger must be answered with, as in a test of a tool. */
  expectedResult?: unknown;
  /** The trigger must fail with this in the error's text (case ignored), or with this code. */
  expectedError?: ExpectedError | undefined;
  /** As `expectedError`. */
  expectError?: ExpectedError | undefined;
  /** More expectations of the answer to the trigger; all must hold. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** One step of a conversation. */
export interface SamplingStep {
  /**
   * `request`: the server asks; `approval`: the user acts; `response` and `validation`: the trigger's answer is looked
   * at.
   */
  stepType: StepType;
  /** What it is about. */
  action?: string | undefined;
  /** Of `response` and `validation`: what is in the answer to the trigger (case ignored). */
  expectedOutcome?: string | undefined;
  /** Of `approval`: what the user does. */
  userResponse?: UserResponse | undefined;
  /** Of `approval`: how long the user takes in milliseconds. */
  timeoutMs?: number | undefined;
}

/** Kinds of step. */
export type StepType = "request" | "approval" | "response" | "validation";

/** A suite: tests of elicitation that belong together. */
export interface ElicitationSuite {
  /** Its name, unique in the file. */
  name: string;
  /** What it is for. */
  description?: string | undefined;
  /** The name of its server, where the file has several. */
  server?: string | undefined;
  /** What makes the server ask, in tests that do not say it themselves. */
  trigger?: Trigger | undefined;
  /** Does the server ask a client that can be asked, and only such a client? */
  capabilityTests?: ElicitationCapabilityTest[] | undefined;
  /** What it asks, and what it does with the answers. */
  elicitationTests?: ElicitationTest[] | undefined;
  /** As `elicitationTests`. */
  tests?: ElicitationTest[] | undefined;
  /** Run the tests at the same time? Each has a session of its own. */
  parallel?: boolean | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** Calls made on each test's session before the trigger. */
  setup?: SetupCall[] | undefined;
  /** Calls made on each test's session afterwards, whatever became of it. */
  teardown?: SetupCall[] | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why none of it is run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not offer what a test needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** Does the server ask where it may, and only there? */
export interface ElicitationCapabilityTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from its trigger. */
  name?: string | undefined;
  /** What makes the server ask; the suite's where left out. */
  trigger?: Trigger | undefined;
  /**
   * `true` (the default): the client declares elicitation, and the trigger makes the server ask. `false`: it does
   * not declare it, and nothing is asked. `form`, `url`: only this mode is declared, and in no other is asked; a
   * server that needs the other may fail, ask nothing, or not offer the tool.
   */
  expectedCapability?: ElicitationCapability | undefined;
  /** What the trigger must be answered with, as in a test of a tool. */
  expectedResult?: unknown;
  /** The trigger must fail with this in the error's text (case ignored), or with this code. */
  expectedError?: ExpectedError | undefined;
  /** As `expectedError`. */
  expectError?: ExpectedError | undefined;
  /** More expectations of the answer to the trigger; all must hold. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** What a client declares of elicitation. */
export type ElicitationCapability = boolean | ElicitationMode;

/** How a server asks. */
export type ElicitationMode = "form" | "url";

/** What the server asks the user, and what it does with the answers. */
export interface ElicitationTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from its trigger. */
  name?: string | undefined;
  /** What makes the server ask; the suite's where left out. */
  trigger?: Trigger | undefined;
  /** What is answered, one request after the other; the last answers all that follow. */
  answers?: ElicitationAnswer[] | undefined;
  /** As `answers` with one. */
  answer?: ElicitationAnswer | undefined;
  /** A form is accepted with exactly this, which breaks its schema: the server must refuse it. */
  invalidContent?: Record<string, unknown> | undefined;
  /** How often the server must ask; at least once where left out. */
  requests?: Count | undefined;
  /** The client's `capabilities`, instead of the server's client with `elicitation`. */
  capabilities?: Record<string, unknown> | undefined;
  /** How it asks first. */
  mode?: ElicitationMode | undefined;
  /** What is in its first message (case ignored). */
  message?: string | undefined;
  /** What is in its first URL (case ignored). */
  url?: string | undefined;
  /** At least these members of its first `requestedSchema`. */
  requestedSchema?: Record<string, unknown> | undefined;
  /** Matchers of its first `params`. */
  expectRequest?: Matcher | undefined;
  /** What the first request must say, the second, and so on. No more must come, unless `requests` says how many. */
  expectRequests?: RequestExpectation[] | undefined;
  /** Regular expressions that are found in no request. */
  forbidden?: string[] | undefined;
  /** May a form ask for passwords and the like, and a URL hold them? The protocol says no. */
  mayAskSecrets?: boolean | undefined;
  /** What the trigger must be answered with, as in a test of a tool. */
  expectedResult?: unknown;
  /** The trigger must fail with this in the error's text (case ignored), or with this code. */
  expectedError?: ExpectedError | undefined;
  /** As `expectedError`. */
  expectError?: ExpectedError | undefined;
  /** More expectations of the answer to the trigger; all must hold. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** An answer of the user. */
export type ElicitationAnswer = ElicitationAction | ElicitationAnswerDetails;

/** An answer with its details: one of `content`, `exactly`, `action`, `error` and `silence`. */
export interface ElicitationAnswerDetails {
  /** Accepted with these members; the rest from the schema's defaults. */
  content?: Record<string, unknown> | undefined;
  /** Accepted with these members and no others. */
  exactly?: Record<string, unknown> | undefined;
  /** An action. */
  action?: ElicitationAction | undefined;
  /** This error. */
  error?: ErrorAnswer | undefined;
  /** `true`: nothing is ever answered. */
  silence?: boolean | undefined;
  /** How long it takes in milliseconds. */
  after?: number | undefined;
}

/** A suite: tests of roots that belong together. */
export interface RootsSuite {
  /** Its name, unique in the file. */
  name: string;
  /** What it is for. */
  description?: string | undefined;
  /** The name of its server, where the file has several. */
  server?: string | undefined;
  /** What makes the server ask, in tests that do not say it themselves. */
  trigger?: Trigger | undefined;
  /** What the server does with the folders. */
  rootsTests?: RootsTest[] | undefined;
  /** As `rootsTests`. */
  tests?: RootsTest[] | undefined;
  /** Run the tests at the same time? Each has a session of its own. */
  parallel?: boolean | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** Calls made on each test's session before the trigger. */
  setup?: SetupCall[] | undefined;
  /** Calls made on each test's session afterwards, whatever became of it. */
  teardown?: SetupCall[] | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why none of it is run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not offer what a test needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** What the server does with the client's folders. */
export interface RootsTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from its trigger. */
  name?: string | undefined;
  /** What makes the server ask; the suite's where left out. */
  trigger?: Trigger | undefined;
  /** The folders: paths, `file://` addresses, or `{uri, name}`; those of the server's client where left out. */
  roots?: RootEntry[] | undefined;
  /** `false`: the client does not declare roots, and nothing must be asked. */
  expectedCapability?: boolean | undefined;
  /** How often the server must ask; at least once where left out. */
  requests?: Count | undefined;
  /** After the trigger, the client says that its folders are these (`true`: one more), and the trigger is sent again. */
  change?: RootsChange | undefined;
  /** What the trigger must be answered with, as in a test of a tool. */
  expectedResult?: unknown;
  /** The trigger must fail with this in the error's text (case ignored), or with this code. */
  expectedError?: ExpectedError | undefined;
  /** As `expectedError`. */
  expectError?: ExpectedError | undefined;
  /** More expectations of the answer to the trigger; all must hold. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** How the client's folders change. */
export type RootsChange = boolean | RootEntry[];

/** A suite: tests of the protocol's utilities that belong together. */
export interface UtilitySuite {
  /** Its name, unique in the file. */
  name: string;
  /** What it is for. */
  description?: string | undefined;
  /** The name of its server, where the file has several. */
  server?: string | undefined;
  /** `ping` is answered. */
  pingTests?: PingTest[] | undefined;
  /** A list is read page by page. */
  paginationTests?: PaginationTest[] | undefined;
  /** Messages of the server's log. */
  loggingTests?: LoggingTest[] | undefined;
  /** Progress of a call. */
  progressTests?: ProgressTest[] | undefined;
  /** A call is cancelled. */
  cancellationTests?: CancellationTest[] | undefined;
  /** A call is a task. */
  taskTests?: TaskTest[] | undefined;
  /** Run the tests at the same time on one session? */
  parallel?: boolean | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** Who shares a server process, where other than the file says. */
  isolate?: Isolate | undefined;
  /** Calls made before the first test. */
  setup?: SetupCall[] | undefined;
  /** Calls made after the last test, whatever became of it. */
  teardown?: SetupCall[] | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why none of it is run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what the tests need fails; without this, they are skipped. */
  required?: boolean | undefined;
}

/** `ping` is answered with an empty result, within `maxLatency` (1 s where left out). */
export interface PingTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** How often, one after the other. */
  times?: number | undefined;
  /**
   * Is it answered between the answer to `initialize` and `notifications/initialized`, too? That is tried on a
   * session of its own.
   */
  beforeInitialized?: boolean | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A list is read page by page: it comes to an end, and no entry comes twice. */
export interface PaginationTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** Which list. */
  list: ListName;
  /** How many pages. */
  pages?: Count | undefined;
  /** How many entries, over all pages. */
  entries?: Count | undefined;
  /** Does a cursor give the same page again (`true` where left out)? */
  stable?: boolean | undefined;
  /** Must a cursor that was never given be refused with -32602? (The protocol says that it should.) */
  invalidCursor?: boolean | undefined;
  /** Must cursors that are no strings (`7`, `{}`, `null`) be refused with -32602? */
  wrongTypes?: boolean | undefined;
  /**
   * Is a cursor with one character changed tried, too? It must be refused, though not with -32603, or lead to
   * entries that the list has. Needs a list of several pages.
   */
  tampered?: boolean | undefined;
  /** Must a cursor of this session give the same page to another one? Only in protocol 2026-07-28. */
  otherConnection?: boolean | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A list of the protocol. */
export type ListName = "tools" | "resources" | "resourceTemplates" | "prompts";

/** Messages of the server's log, at a level or above it. */
export interface LoggingTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The level that is asked for; all levels are, one after the other, where left out. */
  level?: LogLevel | undefined;
  /** A call that makes the server log. */
  trigger?: UtilityCall | undefined;
  /** How many messages must come; at least one where there is a trigger. */
  messages?: Count | undefined;
  /** Each is in one of the messages (case ignored). */
  expectedMessages?: string[] | undefined;
  /** The `logger` of each. */
  logger?: string | undefined;
  /** Regular expressions that must be found in no log message from the trigger on, and in no line of stderr. */
  forbidden?: string[] | undefined;
  /** Must a level that there is not be refused with -32602? (The protocol says that it should.) */
  invalidLevel?: boolean | undefined;
  /** How long to wait for messages after the trigger's answer, in milliseconds. */
  within?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A level of the log (RFC 5424). */
export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/** A call of a tool. */
export interface UtilityCall {
  /** The tool. */
  tool: string;
  /** Its arguments. */
  args?: Record<string, unknown> | undefined;
}

/** Progress of a call: it grows, stays below its total, and ends with the answer. */
export interface ProgressTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The call. */
  trigger: UtilityCall;
  /** How many notifications must come; at least one where left out. */
  notifications?: Count | undefined;
  /** The token that is given, and that they must have, of the same type; the request's id where left out. */
  token?: ProgressToken | undefined;
  /** Their `total`. */
  total?: number | undefined;
  /** Must it be the same in all of them? */
  stableTotal?: boolean | undefined;
  /** How many may come in one second. */
  maxPerSecond?: number | undefined;
  /** Must the last one have reached its total? */
  completes?: boolean | undefined;
  /** Each is in one of their messages (case ignored). */
  expectedMessages?: string[] | undefined;
  /** What the call must be answered with, as in a test of a tool. */
  expectedResult?: unknown;
  /** As in a test of a tool. */
  expectedError?: ExpectedError | undefined;
  /** More expectations of the answer; all must hold. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** What progress is told for. */
export type ProgressToken = string | number;

/** A call is cancelled: it gets no answer any more, and the server lives on. */
export interface CancellationTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The call; one that takes longer than `after`. */
  trigger: UtilityCall;
  /** When it is cancelled, in milliseconds after it was sent. */
  after?: number | undefined;
  /** How long to look for an answer, in milliseconds. */
  quiet?: number | undefined;
  /** May the answer come all the same? */
  mayAnswer?: boolean | undefined;
  /** Must its progress end, too? (The protocol says that the work should stop.) */
  stops?: boolean | undefined;
  /** Are cancellations that name no request (`{}`, `{requestId: {}}`) sent, too? They must be ignored. */
  malformed?: boolean | undefined;
  /** How often a quick call is made instead, each time cancelled as soon as it is sent. It may be answered or not. */
  race?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A call is a task: it is asked about until it ends, and its result is fetched. */
export interface TaskTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The call. */
  trigger: UtilityCall;
  /** How long the server is asked to keep it, in milliseconds. */
  ttl?: number | undefined;
  /** Is it cancelled once it is known? */
  cancel?: boolean | undefined;
  /** May one that is cancelled end in another way? (From 2026-07-28 on the protocol lets it.) */
  mayFinish?: boolean | undefined;
  /**
   * Must the call be made just once? Otherwise it is made again, as a task and as none, to see what the server makes of
   * that.
   */
  once?: boolean | undefined;
  /** What it must give, as in a test of a tool. */
  expectedResult?: unknown;
  /** As in a test of a tool. */
  expectedError?: ExpectedError | undefined;
  /** More expectations of what it gives; all must hold. */
  expect?: Matcher | undefined;
  /** The longest acceptable answer time in milliseconds. */
  maxLatency?: number | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/**
 * A suite: tests of signing in that belong together. One without any list tries everything that it can.
 *
 * Its `timeout`, and that of a test, is the deadline of one exchange; that of signing in as a whole, people
 * included, is that of the server's `auth`.
 */
export interface OauthSuite {
  /** Its name, unique in the file. */
  name: string;
  /** What it is for. */
  description?: string | undefined;
  /** The name of its server, where the file has several. */
  server?: string | undefined;
  /** A user says yes, and the code that comes of it becomes a token. */
  authorizationCodeTests?: AuthorizationCodeTest[] | undefined;
  /** The client is its own user. */
  clientCredentialsTests?: ClientCredentialsTest[] | undefined;
  /** A user types a code on another device. */
  deviceCodeTests?: DeviceCodeTest[] | undefined;
  /** Tokens are refreshed, revoked, looked into, expire, and are tampered with. */
  tokenManagementTests?: TokenTest[] | undefined;
  /** The proof key of the authorization code (RFC 7636). */
  pkceValidationTests?: PkceTest[] | undefined;
  /** For which resource a token is (RFC 8707). */
  resourceIndicatorTests?: ResourceIndicatorTest[] | undefined;
  /** Who sees what of whom. */
  multiTenantTests?: TenantTest[] | undefined;
  /** What server and authorization server say of themselves. */
  discoveryTests?: OauthDiscoveryTest[] | undefined;
  /** What attackers try. */
  securityTests?: OauthSecurityTest[] | undefined;
  /** How long it takes, also for many at once. */
  performanceTests?: OauthPerformanceTest[] | undefined;
  /** The authorization server; where left out, that of the server's `auth`, else as the server says. */
  authorizationServer?: AuthorizationServer | undefined;
  /** Who the client is; where left out, that of the server's `auth`, else it registers itself. */
  client?: OauthClient | undefined;
  /** Another client of the same authorization server, which must not get what is the first one's. */
  otherClient?: OtherClient | undefined;
  /**
   * Who says yes: `browser`, `print`, `automatic`, or the forms that are filled in; where left out, as the
   * server's `auth` says, else `automatic`.
   */
  consent?: Consent | undefined;
  /** The forms with which the user says no. */
  denial?: FormStep[] | undefined;
  /** The resource that tokens are for; the server's own where left out. */
  resource?: string | undefined;
  /** Another resource of the same authorization server, whose tokens the server must refuse. */
  otherResource?: string | undefined;
  /** Tools that must be refused to a token without their scope. */
  scopedTools?: ScopedTool[] | undefined;
  /**
   * The key with which the authorization server signs access tokens, where you have it: for tokens that are
   * signed as they should be, and wrong all the same.
   */
  signingKey?: SigningKey | undefined;
  /** Milliseconds in which a revocation must reach the server (5,000 where left out). */
  revokedWithin?: number | undefined;
  /** Milliseconds for which an access token is waited for to expire (30,000 where left out). */
  expiresWithin?: number | undefined;
  /** A call that makes the server ask a service behind it; `{{upstream}}` in its arguments is an address of ours. */
  upstream?: UtilityCall | undefined;
  /** Do rules fail, too, that are no more than a SHOULD? */
  strict?: boolean | undefined;
  /** Names of rules, or of groups of rules, that no test of the suite looks at. */
  skipChecks?: string[] | undefined;
  /** Run the tests at the same time on one session? */
  parallel?: boolean | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** Who shares a server process, where other than the file says. */
  isolate?: Isolate | undefined;
  /** Calls made before the first test. */
  setup?: SetupCall[] | undefined;
  /** Calls made after the last test, whatever became of it. */
  teardown?: SetupCall[] | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why none of it is run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what the tests need fails; without this, they are skipped. */
  required?: boolean | undefined;
}

/** A user says yes, and the code that comes of it becomes a token that opens the server. */
export interface AuthorizationCodeTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** `authorization_code`, where it is given: the list says it already. */
  flow?: GrantName | undefined;
  /** What the token response must say. */
  token?: OauthToken | undefined;
  /** `success` where left out, unless there is an `expectedError`. */
  expectedResult?: FlowResult | undefined;
  /** A part of the error that must come (case ignored). */
  expectedError?: string | undefined;
  /** What is looked at beside the flow; each is `true` where left out. */
  securityChecks?: SecurityChecks | undefined;
  /** What the authorization request says beside the usual. */
  authorizationParams?: AuthorizationParams | undefined;
  /** `false`: the user says nothing, or no where there is a `denial`; then there must be no code. */
  simulateUserConsent?: boolean | undefined;
  /** Must redirect URIs that are not registered be refused (`true` where left out)? */
  validateRedirectUri?: boolean | undefined;
  /** The authorization server, where other than the suite says. */
  server?: AuthorizationServer | undefined;
  /** Who the client is, where other than the suite says. */
  client?: OauthClient | undefined;
  /** As in the suite. */
  otherClient?: OtherClient | undefined;
  /** As in the suite. */
  consent?: Consent | undefined;
  /** As in the suite. */
  denial?: FormStep[] | undefined;
  /** As in the suite. */
  resource?: string | undefined;
  /** As in the suite. */
  otherResource?: string | undefined;
  /** As in the suite. */
  scopedTools?: ScopedTool[] | undefined;
  /** As in the suite. */
  signingKey?: SigningKey | undefined;
  /** As in the suite. */
  revokedWithin?: number | undefined;
  /** As in the suite. */
  expiresWithin?: number | undefined;
  /** As in the suite. */
  upstream?: UtilityCall | undefined;
  /** As in the suite. */
  strict?: boolean | undefined;
  /**
   * Names of rules, or of groups of rules (`discovery`, `flow`, `pkce`, `tokens`, `security`, `resources`,
   * `tenants`, `performance`), that must hold instead of the test's usual ones. A rule that is named
   * fails, though it be no more than a SHOULD.
   */
  checks?: string[] | undefined;
  /** Names of rules, or of groups of rules, that are not looked at. */
  skipChecks?: string[] | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A grant, as OAuth names it. */
export type GrantName = "authorization_code" | "client_credentials" | "device_code" | "urn:ietf:params:oauth:grant-type:device_code" | "refresh_token";

/** Tokens that are there already, and what a token response must say. */
export interface OauthToken {
  /** An access token that is there already. */
  accessToken?: string | undefined;
  /** A refresh token that is there already. */
  refreshToken?: string | undefined;
  /** The `token_type`. */
  tokenType?: string | undefined;
  /** The `expires_in`, in seconds. */
  expiresIn?: number | undefined;
  /** When it expires, in seconds since 1970; a number that large that it must be milliseconds is taken for these. */
  expiresAt?: number | undefined;
  /** The scopes. */
  scope?: OneOrMany | undefined;
  /** The audience. */
  audience?: string | undefined;
}

/** What must become of a flow, or of a token. */
export type FlowResult = "success" | "failure" | "error";

/** What is looked at beside a flow. What a flow has not (a client without a user has no `state`) is not looked at. */
export interface SecurityChecks {
  /** Is the proof key required, and checked? */
  validatePKCE?: boolean | undefined;
  /** Does the `state` come back? */
  validateState?: boolean | undefined;
  /** Does the `nonce` come back, in an ID token that holds? */
  validateNonce?: boolean | undefined;
  /** Does the token expire, soon enough, and when it says? */
  checkTokenExpiration?: boolean | undefined;
  /** Is the token for the resource that was asked for? */
  validateAudience?: boolean | undefined;
  /** Has the token no scope that was not asked for? */
  checkScopeRestriction?: boolean | undefined;
}

/** What an authorization request says beside the usual. */
export interface AuthorizationParams {
  /** `state`; made anew each time where left out. */
  state?: string | undefined;
  /** `nonce`; made anew each time where left out. */
  nonce?: string | undefined;
  /** `prompt`. */
  prompt?: string | undefined;
  /** `max_age`, in seconds. */
  maxAge?: number | undefined;
  /** `login_hint`. */
  loginHint?: string | undefined;
}

/**
 * An authorization server: where it is, and what its metadata must say.
 *
 * Its addresses are one thing: where one is given here, those that are given elsewhere count no more.
 */
export interface AuthorizationServer {
  /** Its issuer, by which its metadata are found. */
  issuer?: string | undefined;
  /** Instead of what its metadata say. */
  authorizationEndpoint?: string | undefined;
  /** Instead of what its metadata say. */
  tokenEndpoint?: string | undefined;
  /** Instead of what its metadata say. */
  registrationEndpoint?: string | undefined;
  /** Instead of what its metadata say. */
  deviceAuthorizationEndpoint?: string | undefined;
  /** Instead of what its metadata say. */
  revocationEndpoint?: string | undefined;
  /** Instead of what its metadata say. */
  introspectionEndpoint?: string | undefined;
  /** Where its public keys are, instead of what its metadata say. */
  jwksUri?: string | undefined;
  /**
   * Its metadata must name these grants: `authorization_code`, `client_credentials`, `device_code`, `refresh_token`, or
   * another's URN.
   */
  supportedGrantTypes?: string[] | undefined;
  /** Its metadata must name these response types. */
  supportedResponseTypes?: string[] | undefined;
  /** Its metadata must name these scopes. */
  supportedScopes?: string[] | undefined;
  /** `false`: it may give a code without a proof key. */
  pkceRequired?: boolean | undefined;
  /** `false`: it may ignore which resource a token is asked for. */
  resourceIndicatorsSupported?: boolean | undefined;
}

/**
 * A client: who it is, and what it asks for.
 *
 * Who it is (its id, its secret, its key, its document) is one thing: where some of it is given here, what is given
 * elsewhere counts no more.
 */
export interface OauthClient {
  /** The id under which it is registered; without one, it registers itself. */
  clientId?: string | undefined;
  /** The secret that belongs to it. */
  clientSecret?: string | undefined;
  /** How it proves who it is; as the authorization server has it where left out. */
  clientAuthentication?: ClientAuthentication | undefined;
  /** Its private key: PKCS #8 in PEM. */
  privateKey?: string | undefined;
  /** The algorithm of that key, such as `ES256`; the key's own where left out. */
  algorithm?: string | undefined;
  /** The id of that key. */
  keyId?: string | undefined;
  /** The address of its metadata document, its id where the authorization server takes such ids. */
  clientMetadataUrl?: string | undefined;
  /** Where the browser comes back to; a free port of 127.0.0.1 where left out. */
  redirectUri?: string | undefined;
  /** The scopes to ask for; what the server asks for where left out. */
  scope?: OneOrMany | undefined;
  /** The `response_type` of the authorization request; `code` where left out. */
  responseType?: string | undefined;
  /** The grant of tests whose list does not say it. */
  grantType?: GrantName | undefined;
  /** The proof key of the authorization code. */
  pkce?: Pkce | undefined;
  /** Are tokens bound to a key (RFC 9449)? If the server demands it, where left out. */
  dpop?: boolean | undefined;
  /** The resources that tokens are asked for (RFC 8707). */
  resourceIndicators?: ResourceIndicator[] | undefined;
  /** The tenant that the access token must name, in a flow's test. */
  multiTenant?: TenantClaim | undefined;
}

/** The proof key of the authorization code (RFC 7636). */
export interface Pkce {
  /** Is there one at all (`true` where left out)? */
  enabled?: boolean | undefined;
  /** The challenge; that of the verifier where left out. */
  codeChallenge?: string | undefined;
  /** How the challenge is made of the verifier; `S256` where left out. */
  codeChallengeMethod?: PkceMethod | undefined;
  /** The verifier; made anew each time where left out. */
  codeVerifier?: string | undefined;
}

/** How a challenge is made of its verifier. */
export type PkceMethod = "S256" | "plain";

/** A resource that a token is asked for. */
export interface ResourceIndicator {
  /** The resource. */
  resourceUri: string;
  /** Must the token be for it alone? */
  audienceRestriction?: boolean | undefined;
  /** A scope that is asked for → the scopes that the token for this resource must have for it. */
  scopeMapping?: Record<string, string[]> | undefined;
}

/** A tenant that an access token must name. */
export interface TenantClaim {
  /** Its name. */
  tenantId: string;
  /** A name of the same in addresses. */
  tenantDomain?: string | undefined;
  /** Without effect: it takes two tenants, in `multiTenantTests`. */
  isolationLevel?: IsolationLevel | undefined;
  /** Without effect: it takes two tenants, in `multiTenantTests`. */
  crossTenantAccess?: boolean | undefined;
}

/** How far tenants are apart. */
export type IsolationLevel = "strict" | "relaxed";

/** A second client of the same authorization server. */
export interface OtherClient {
  /** The id under which it is registered. */
  clientId?: string | undefined;
  /** The secret that belongs to it. */
  clientSecret?: string | undefined;
  /** How it proves who it is; as the authorization server has it where left out. */
  clientAuthentication?: ClientAuthentication | undefined;
  /** Its private key: PKCS #8 in PEM. */
  privateKey?: string | undefined;
  /** The algorithm of that key, such as `ES256`; the key's own where left out. */
  algorithm?: string | undefined;
  /** The id of that key. */
  keyId?: string | undefined;
  /** The address of its metadata document. */
  clientMetadataUrl?: string | undefined;
}

/** A tool that needs a scope. */
export interface ScopedTool {
  /** The tool. */
  tool: string;
  /** Its arguments. */
  args?: Record<string, unknown> | undefined;
  /** The scope without which it must be refused. */
  scope: string;
}

/** A key with which an authorization server signs. */
export interface SigningKey {
  /** The private key: PKCS #8 in PEM. */
  privateKey: string;
  /** Its algorithm, such as `ES256`; the key's own where left out. */
  algorithm?: string | undefined;
  /** Its id. */
  keyId?: string | undefined;
}

/** The client is its own user, and gets a token that opens the server. */
export interface ClientCredentialsTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** `client_credentials`, where it is given: the list says it already. */
  flow?: GrantName | undefined;
  /** What the token response must say. */
  token?: OauthToken | undefined;
  /** `success` where left out, unless there is an `expectedError`. */
  expectedResult?: FlowResult | undefined;
  /** A part of the error that must come (case ignored). */
  expectedError?: string | undefined;
  /** What is looked at beside the flow; each is `true` where left out. */
  securityChecks?: SecurityChecks | undefined;
  /** How the client proves who it is, where `client` does not say it. */
  clientAuthentication?: ClientAuthentication | undefined;
  /** Claims of the client's assertions, where it signs any; else claims that the access token must have. */
  additionalClaims?: Record<string, unknown> | undefined;
  /** The authorization server, where other than the suite says. */
  server?: AuthorizationServer | undefined;
  /** Who the client is, where other than the suite says. */
  client?: OauthClient | undefined;
  /** As in the suite. */
  otherClient?: OtherClient | undefined;
  /** As in the suite. */
  consent?: Consent | undefined;
  /** As in the suite. */
  denial?: FormStep[] | undefined;
  /** As in the suite. */
  resource?: string | undefined;
  /** As in the suite. */
  otherResource?: string | undefined;
  /** As in the suite. */
  scopedTools?: ScopedTool[] | undefined;
  /** As in the suite. */
  signingKey?: SigningKey | undefined;
  /** As in the suite. */
  revokedWithin?: number | undefined;
  /** As in the suite. */
  expiresWithin?: number | undefined;
  /** As in the suite. */
  upstream?: UtilityCall | undefined;
  /** As in the suite. */
  strict?: boolean | undefined;
  /**
   * Names of rules, or of groups of rules (`discovery`, `flow`, `pkce`, `tokens`, `security`, `resources`,
   * `tenants`, `performance`), that must hold instead of the test's usual ones. A rule that is named
   * fails, though it be no more than a SHOULD.
   */
  checks?: string[] | undefined;
  /** Names of rules, or of groups of rules, that are not looked at. */
  skipChecks?: string[] | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A user types a code on another device, and the client that waits for it gets a token that opens the server. */
export interface DeviceCodeTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** `device_code`, where it is given: the list says it already. */
  flow?: GrantName | undefined;
  /** What the token response must say. */
  token?: OauthToken | undefined;
  /** `success` where left out, unless there is an `expectedError`. */
  expectedResult?: FlowResult | undefined;
  /** A part of the error that must come (case ignored). */
  expectedError?: string | undefined;
  /** What is looked at beside the flow; each is `true` where left out. */
  securityChecks?: SecurityChecks | undefined;
  /** A device code that was asked for elsewhere. */
  deviceCode?: string | undefined;
  /** The `user_code` that must come; with `deviceCode`, the one that belongs to it. */
  userCode?: string | undefined;
  /** The `verification_uri` that must come. */
  verificationUri?: string | undefined;
  /** The `verification_uri_complete` that must come. */
  verificationUriComplete?: string | undefined;
  /** Seconds between two questions, where the authorization server does not say. */
  pollingInterval?: number | undefined;
  /** `false`: the user types nothing; then there must be no token. */
  simulateUserAuthorization?: boolean | undefined;
  /** The authorization server, where other than the suite says. */
  server?: AuthorizationServer | undefined;
  /** Who the client is, where other than the suite says. */
  client?: OauthClient | undefined;
  /** As in the suite. */
  otherClient?: OtherClient | undefined;
  /** As in the suite. */
  consent?: Consent | undefined;
  /** As in the suite. */
  denial?: FormStep[] | undefined;
  /** As in the suite. */
  resource?: string | undefined;
  /** As in the suite. */
  otherResource?: string | undefined;
  /** As in the suite. */
  scopedTools?: ScopedTool[] | undefined;
  /** As in the suite. */
  signingKey?: SigningKey | undefined;
  /** As in the suite. */
  revokedWithin?: number | undefined;
  /** As in the suite. */
  expiresWithin?: number | undefined;
  /** As in the suite. */
  upstream?: UtilityCall | undefined;
  /** As in the suite. */
  strict?: boolean | undefined;
  /**
   * Names of rules, or of groups of rules (`discovery`, `flow`, `pkce`, `tokens`, `security`, `resources`,
   * `tenants`, `performance`), that must hold instead of the test's usual ones. A rule that is named
   * fails, though it be no more than a SHOULD.
   */
  checks?: string[] | undefined;
  /** Names of rules, or of groups of rules, that are not looked at. */
  skipChecks?: string[] | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** Tokens are refreshed, revoked, looked into, expire, or are tampered with. */
export interface TokenTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** What is done with them; may be left out beside `checks`. */
  testType?: TokenTestType | undefined;
  /** Tokens that are there already, and what those that come must say. */
  token?: OauthToken | undefined;
  /**
   * `success` where left out. `failure`: the given refresh token is refused (`refresh`), the given access token is
   * refused (`expiration`) or inactive (`introspection`).
   */
  expectedResult?: FlowResult | undefined;
  /** Are claims of the token compared with what the response says of it (`true` where left out)? */
  validateTokenClaims?: boolean | undefined;
  /** Must what is no token, and a token with one letter changed, be refused (`true` where left out)? */
  checkTokenSecurity?: boolean | undefined;
  /** The authorization server, where other than the suite says. */
  server?: AuthorizationServer | undefined;
  /** Who the client is, where other than the suite says. */
  client?: OauthClient | undefined;
  /** As in the suite. */
  otherClient?: OtherClient | undefined;
  /** As in the suite. */
  consent?: Consent | undefined;
  /** As in the suite. */
  denial?: FormStep[] | undefined;
  /** As in the suite. */
  resource?: string | undefined;
  /** As in the suite. */
  otherResource?: string | undefined;
  /** As in the suite. */
  scopedTools?: ScopedTool[] | undefined;
  /** As in the suite. */
  signingKey?: SigningKey | undefined;
  /** As in the suite. */
  revokedWithin?: number | undefined;
  /** As in the suite. */
  expiresWithin?: number | undefined;
  /** As in the suite. */
  upstream?: UtilityCall | undefined;
  /** As in the suite. */
  strict?: boolean | undefined;
  /**
   * Names of rules, or of groups of rules (`discovery`, `flow`, `pkce`, `tokens`, `security`, `resources`,
   * `tenants`, `performance`), that must hold instead of the test's usual ones. A rule that is named
   * fails, though it be no more than a SHOULD.
   */
  checks?: string[] | undefined;
  /** Names of rules, or of groups of rules, that are not looked at. */
  skipChecks?: string[] | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** What is done with tokens. */
export type TokenTestType = "refresh" | "revocation" | "introspection" | "expiration" | "tampering";

/** The proof key of the authorization code (RFC 7636). */
export interface PkceTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The verifier; made anew each time where left out. */
  codeVerifier?: string | undefined;
  /** The challenge; that of the verifier where left out. */
  codeChallenge?: string | undefined;
  /** How the challenge is made of the verifier; `S256` where left out. */
  codeChallengeMethod?: PkceMethod | undefined;
  /** Is the challenge that of another verifier? */
  invalidChallenge?: boolean | undefined;
  /** `success` where left out, unless there is an `invalidChallenge` or an `expectedError`. */
  expectedResult?: OauthOutcome | undefined;
  /** A part of the error that must come (case ignored). */
  expectedError?: string | undefined;
  /**
   * How much is tried where the flow must succeed: `high` (where left out) tries all that is about proof keys and codes,
   * `medium` what the specification says first, `low` no more than the flow.
   */
  securityLevel?: SecurityLevel | undefined;
  /** The authorization server, where other than the suite says. */
  server?: AuthorizationServer | undefined;
  /** Who the client is, where other than the suite says. */
  client?: OauthClient | undefined;
  /** As in the suite. */
  otherClient?: OtherClient | undefined;
  /** As in the suite. */
  consent?: Consent | undefined;
  /** As in the suite. */
  denial?: FormStep[] | undefined;
  /** As in the suite. */
  resource?: string | undefined;
  /** As in the suite. */
  otherResource?: string | undefined;
  /** As in the suite. */
  scopedTools?: ScopedTool[] | undefined;
  /** As in the suite. */
  signingKey?: SigningKey | undefined;
  /** As in the suite. */
  revokedWithin?: number | undefined;
  /** As in the suite. */
  expiresWithin?: number | undefined;
  /** As in the suite. */
  upstream?: UtilityCall | undefined;
  /** As in the suite. */
  strict?: boolean | undefined;
  /**
   * Names of rules, or of groups of rules (`discovery`, `flow`, `pkce`, `tokens`, `security`, `resources`,
   * `tenants`, `performance`), that must hold instead of the test's usual ones. A rule that is named
   * fails, though it be no more than a SHOULD.
   */
  checks?: string[] | undefined;
  /** Names of rules, or of groups of rules, that are not looked at. */
  skipChecks?: string[] | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** What must become of it. */
export type OauthOutcome = "success" | "failure";

/** How much is tried. */
export type SecurityLevel = "high" | "medium" | "low";

/** For which resource a token is (RFC 8707). */
export interface ResourceIndicatorTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The resource that the token is asked for; the server's own where left out. */
  resourceUri?: string | undefined;
  /** The scopes that are asked for. */
  requestedScopes?: OneOrMany | undefined;
  /** The `aud` of the token, where it is not the resource. */
  expectedAudience?: string | undefined;
  /**
   * Is a token for another resource tried on the server? It must be refused, or be taken with
   * `expectedResult: failure`.
   */
  crossResourceAccess?: boolean | undefined;
  /** Must the token be for this resource alone (`true` where left out)? */
  validateAudienceRestriction?: boolean | undefined;
  /**
   * `success` where left out, unless there is an `expectedError`. `failure`: the authorization server refuses the
   * resource.
   */
  expectedResult?: OauthOutcome | undefined;
  /** A part of the error that must come (case ignored). */
  expectedError?: string | undefined;
  /** The authorization server, where other than the suite says. */
  server?: AuthorizationServer | undefined;
  /** Who the client is, where other than the suite says. */
  client?: OauthClient | undefined;
  /** As in the suite. */
  otherClient?: OtherClient | undefined;
  /** As in the suite. */
  consent?: Consent | undefined;
  /** As in the suite. */
  denial?: FormStep[] | undefined;
  /** As in the suite. */
  resource?: string | undefined;
  /** As in the suite. */
  otherResource?: string | undefined;
  /** As in the suite. */
  scopedTools?: ScopedTool[] | undefined;
  /** As in the suite. */
  signingKey?: SigningKey | undefined;
  /** As in the suite. */
  revokedWithin?: number | undefined;
  /** As in the suite. */
  expiresWithin?: number | undefined;
  /** As in the suite. */
  upstream?: UtilityCall | undefined;
  /** As in the suite. */
  strict?: boolean | undefined;
  /**
   * Names of rules, or of groups of rules (`discovery`, `flow`, `pkce`, `tokens`, `security`, `resources`,
   * `tenants`, `performance`), that must hold instead of the test's usual ones. A rule that is named
   * fails, though it be no more than a SHOULD.
   */
  checks?: string[] | undefined;
  /** Names of rules, or of groups of rules, that are not looked at. */
  skipChecks?: string[] | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** Two tenants of one server: what is one's must not be the other's. */
export interface TenantTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The tenant whose things they are. */
  primaryTenant: OauthTenant;
  /** The tenant who tries to get at them. */
  secondaryTenant?: OauthTenant | undefined;
  /** What is tried; may be left out beside `checks`. */
  testScenario?: TenantScenario | undefined;
  /** `success` where left out. `failure` turns `cross_tenant_blocked` and `cross_tenant_allowed` round. */
  expectedResult?: OauthOutcome | undefined;
  /** Are lists and sessions looked at, too (`true` where left out)? */
  validateTenantIsolation?: boolean | undefined;
  /** The authorization server, where other than the suite says. */
  server?: AuthorizationServer | undefined;
  /** Who the client is, where other than the suite says. */
  client?: OauthClient | undefined;
  /** As in the suite. */
  otherClient?: OtherClient | undefined;
  /** As in the suite. */
  consent?: Consent | undefined;
  /** As in the suite. */
  denial?: FormStep[] | undefined;
  /** As in the suite. */
  resource?: string | undefined;
  /** As in the suite. */
  otherResource?: string | undefined;
  /** As in the suite. */
  scopedTools?: ScopedTool[] | undefined;
  /** As in the suite. */
  signingKey?: SigningKey | undefined;
  /** As in the suite. */
  revokedWithin?: number | undefined;
  /** As in the suite. */
  expiresWithin?: number | undefined;
  /** As in the suite. */
  upstream?: UtilityCall | undefined;
  /** As in the suite. */
  strict?: boolean | undefined;
  /**
   * Names of rules, or of groups of rules (`discovery`, `flow`, `pkce`, `tokens`, `security`, `resources`,
   * `tenants`, `performance`), that must hold instead of the test's usual ones. A rule that is named
   * fails, though it be no more than a SHOULD.
   */
  checks?: string[] | undefined;
  /** Names of rules, or of groups of rules, that are not looked at. */
  skipChecks?: string[] | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A tenant. */
export interface OauthTenant {
  /** Its name, as it stands in tokens and errors. */
  tenantId: string;
  /** A name of the same in addresses. */
  tenantDomain?: string | undefined;
  /** `relaxed`: it may be known what another tenant has, though not be had. */
  isolationLevel?: IsolationLevel | undefined;
  /** Of the tenant who tries: may it get at what is the other's? It must not say otherwise than the test's scenario. */
  crossTenantAccess?: boolean | undefined;
  /** How it signs in; as the client of the test where left out. */
  auth?: Auth | undefined;
  /** Its own address of the server, where it has one. */
  url?: string | undefined;
  /** What is its own. */
  items?: TenantItem[] | undefined;
}

/** Something that is a tenant's own: what a call of a tool gives, or a resource. */
export interface TenantItem {
  /** The tool. */
  tool?: string | undefined;
  /** Its arguments. */
  args?: Record<string, unknown> | undefined;
  /** The resource. */
  uri?: string | undefined;
}

/** What is tried with two tenants. */
export type TenantScenario = "same_tenant_access" | "cross_tenant_blocked" | "cross_tenant_allowed" | "tenant_isolation" | "tenant_switching";

/** What server and authorization server say of themselves. */
export interface OauthDiscoveryTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The authorization server, where other than the suite says. */
  server?: AuthorizationServer | undefined;
  /** Who the client is, where other than the suite says. */
  client?: OauthClient | undefined;
  /** As in the suite. */
  otherClient?: OtherClient | undefined;
  /** As in the suite. */
  consent?: Consent | undefined;
  /** As in the suite. */
  denial?: FormStep[] | undefined;
  /** As in the suite. */
  resource?: string | undefined;
  /** As in the suite. */
  otherResource?: string | undefined;
  /** As in the suite. */
  scopedTools?: ScopedTool[] | undefined;
  /** As in the suite. */
  signingKey?: SigningKey | undefined;
  /** As in the suite. */
  revokedWithin?: number | undefined;
  /** As in the suite. */
  expiresWithin?: number | undefined;
  /** As in the suite. */
  upstream?: UtilityCall | undefined;
  /** As in the suite. */
  strict?: boolean | undefined;
  /**
   * Names of rules, or of groups of rules (`discovery`, `flow`, `pkce`, `tokens`, `security`, `resources`,
   * `tenants`, `performance`), that must hold instead of the test's usual ones. A rule that is named
   * fails, though it be no more than a SHOULD.
   */
  checks?: string[] | undefined;
  /** Names of rules, or of groups of rules, that are not looked at. */
  skipChecks?: string[] | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** What attackers try: redirects, framing, wide scopes, grants that are no more. */
export interface OauthSecurityTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** The authorization server, where other than the suite says. */
  server?: AuthorizationServer | undefined;
  /** Who the client is, where other than the suite says. */
  client?: OauthClient | undefined;
  /** As in the suite. */
  otherClient?: OtherClient | undefined;
  /** As in the suite. */
  consent?: Consent | undefined;
  /** As in the suite. */
  denial?: FormStep[] | undefined;
  /** As in the suite. */
  resource?: string | undefined;
  /** As in the suite. */
  otherResource?: string | undefined;
  /** As in the suite. */
  scopedTools?: ScopedTool[] | undefined;
  /** As in the suite. */
  signingKey?: SigningKey | undefined;
  /** As in the suite. */
  revokedWithin?: number | undefined;
  /** As in the suite. */
  expiresWithin?: number | undefined;
  /** As in the suite. */
  upstream?: UtilityCall | undefined;
  /** As in the suite. */
  strict?: boolean | undefined;
  /**
   * Names of rules, or of groups of rules (`discovery`, `flow`, `pkce`, `tokens`, `security`, `resources`,
   * `tenants`, `performance`), that must hold instead of the test's usual ones. A rule that is named
   * fails, though it be no more than a SHOULD.
   */
  checks?: string[] | undefined;
  /** Names of rules, or of groups of rules, that are not looked at. */
  skipChecks?: string[] | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** How long it takes, also for many at once. */
export interface OauthPerformanceTest {
  /** What it is for. */
  description?: string | undefined;
  /** The test's title, unique in its suite; otherwise made from what it is about. */
  name?: string | undefined;
  /** How often the token endpoint is asked, one after the other, for `maxLatency` (20 where left out). */
  requests?: number | undefined;
  /** How many flows at once must each end in a token of its own (5 where left out). */
  concurrency?: number | undefined;
  /** What 95 of 100 answers of the token endpoint must not exceed, in milliseconds. */
  maxLatency?: number | undefined;
  /** What a whole flow must not exceed, in milliseconds. */
  maxFlowTime?: number | undefined;
  /** Must the token endpoint slow down who guesses? */
  rateLimit?: boolean | undefined;
  /** How many wrong guesses are made for that (60 where left out). */
  guesses?: number | undefined;
  /** The authorization server, where other than the suite says. */
  server?: AuthorizationServer | undefined;
  /** Who the client is, where other than the suite says. */
  client?: OauthClient | undefined;
  /** As in the suite. */
  otherClient?: OtherClient | undefined;
  /** As in the suite. */
  consent?: Consent | undefined;
  /** As in the suite. */
  denial?: FormStep[] | undefined;
  /** As in the suite. */
  resource?: string | undefined;
  /** As in the suite. */
  otherResource?: string | undefined;
  /** As in the suite. */
  scopedTools?: ScopedTool[] | undefined;
  /** As in the suite. */
  signingKey?: SigningKey | undefined;
  /** As in the suite. */
  revokedWithin?: number | undefined;
  /** As in the suite. */
  expiresWithin?: number | undefined;
  /** As in the suite. */
  upstream?: UtilityCall | undefined;
  /** As in the suite. */
  strict?: boolean | undefined;
  /**
   * Names of rules, or of groups of rules (`discovery`, `flow`, `pkce`, `tokens`, `security`, `resources`,
   * `tenants`, `performance`), that must hold instead of the test's usual ones. A rule that is named
   * fails, though it be no more than a SHOULD.
   */
  checks?: string[] | undefined;
  /** Names of rules, or of groups of rules, that are not looked at. */
  skipChecks?: string[] | undefined;
  /** How often a failed attempt is tried again. */
  retries?: number | undefined;
  /** Deadline of each request in milliseconds. */
  timeout?: number | undefined;
  /** How often it is played. */
  repeat?: number | undefined;
  /** Words to choose tests by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /** Run only what has this. */
  only?: boolean | undefined;
  /** A server that does not declare what it needs fails; without this, the test is skipped. */
  required?: boolean | undefined;
}

/** A conversation of an LLM that uses the server. */
export interface Workflow {
  /** Its name, unique in the file. */
  name: string;
  /** What it is for. */
  description?: string | undefined;
  /** The name of its server, where the file has several. */
  server?: string | undefined;
  /** The names of its servers, where it uses several at the same time. */
  servers?: string[] | undefined;
  /**
   * The model can list and read the servers' resources, too.
   *
   * Default: `false`.
   */
  resourcesAsTools?: boolean | undefined;
  /**
   * The model can list and get the servers' prompts, too.
   *
   * Default: `false`.
   */
  promptsAsTools?: boolean | undefined;
  /** The user's turns, usually one. */
  steps: WorkflowStep[];
  /** What the last message or tool result of all must show: a part of its text, or a matcher. */
  expectedState?: State | undefined;
  /** The older name of `expectedState`. */
  desiredState?: State | undefined;
  /** Where `expectedState` must be met; in the last message or the last tool result, where nothing is said. */
  stateIn?: StateIn | undefined;
  /** In a text, `expectedState` is found as a whole word: "8" is not in "18". */
  wholeWord?: boolean | undefined;
  /** The tools that must be called over the whole workflow; how, says `mode`. */
  expectTools?: ExpectTool[] | undefined;
  /**
   * How the calls are compared with `expectTools`: `exact` where nothing is said.
   *
   * Default: `"exact"`.
   */
  mode?: Mode | undefined;
  /** Tools that must not be called. */
  forbidTools?: string[] | undefined;
  /**
   * Calls may fail: for workflows that are about how the model recovers.
   *
   * Default: `false`.
   */
  allowToolErrors?: boolean | undefined;
  /** The name of its model, where the file has several in `models`. */
  model?: string | undefined;
  /** Whether and how its model and its server are varied, instead of the file's `matrix`; those that it names are not. */
  matrix?: MatrixChoice | undefined;
  /** The file in which the model's answers are recorded, beside the config; the config's name with `.cassette.json`. */
  cassette?: string | undefined;
  /** `false`: the judge is not asked about it. */
  llmJudge?: boolean | undefined;
  /** What is judged in it, instead of the config's. */
  rubric?: Criterion[] | undefined;
  /** How often the judge is asked about it, instead of the config's. */
  votes?: number | undefined;
  /** The least score of the judge that passes, 0 to 1, instead of the config's. */
  passThreshold?: number | undefined;
  /**
   * What stands above the conversation, before the server's own instructions.
   *
   * Default: `"You help the user with the tools of a server. Use them wherever they can help, and answer in a few words when you are done."`.
   */
  system?: string | undefined;
  /**
   * The most turns of the model for one of the user's; more is an error.
   *
   * Default: `10`.
   */
  maxSteps?: number | undefined;
  /** Deadline of each call of a tool in milliseconds. */
  timeout?: number | undefined;
  /**
   * Deadline of each turn of the model in milliseconds.
   *
   * Default: `120000`.
   */
  turnTimeout?: number | undefined;
  /**
   * Deadline of the whole workflow in milliseconds.
   *
   * Default: `600000`.
   */
  maxDuration?: number | undefined;
  /**
   * A server process of its own, so that nothing leaks from one workflow to the next; `true` where nothing is said.
   *
   * Default: `true`.
   */
  freshServer?: boolean | undefined;
  /**
   * How often it is played.
   *
   * Default: `1`.
   */
  repeat?: number | undefined;
  /** How many repetitions must pass; all, where nothing is said. */
  minPassRate?: MinPassRate | undefined;
  /** Words to choose workflows by (`--tag`). */
  tags?: string[] | undefined;
  /** Why it is not run. */
  skip?: Skip | undefined;
  /**
   * Run only what has this.
   *
   * Default: `false`.
   */
  only?: boolean | undefined;
}

/** One turn of the user. */
export interface WorkflowStep {
  /** What the user says. */
  user: string;
  /** What the last message or tool result must show: a part of its text, or a matcher. */
  expectedState?: State | undefined;
  /** The older name of `expectedState`. */
  desiredState?: State | undefined;
  /** Where `expectedState` must be met; in the last message or the last tool result, where nothing is said. */
  stateIn?: StateIn | undefined;
  /** In a text, `expectedState` is found as a whole word: "8" is not in "18". */
  wholeWord?: boolean | undefined;
  /** The tools that must be called in this step; how, says `mode`. */
  expectTools?: ExpectTool[] | undefined;
  /** How the calls are compared with `expectTools`: `exact` where nothing is said. */
  mode?: Mode | undefined;
  /** All of the step's turns and calls take no longer than this, in milliseconds. */
  maxDuration?: number | undefined;
}

/** What the last message or tool result must show. */
export type State = string | RegExp | Matcher;

/** Where an expected state must be met. */
export type StateIn = "either" | "message" | "result";

/** A call that must be made: the tool's name, or more of it. */
export type ExpectTool = string | ExpectToolDetails;

/** A call that must be made. */
export interface ExpectToolDetails {
  /** The tool's name. */
  name: string;
  /** What its arguments must meet. */
  args?: Matcher | undefined;
  /** What its result must meet. */
  result?: Matcher | undefined;
}

/** How calls are compared with those that were expected. */
export type Mode = "exact" | "prefix" | "ordered" | "unordered" | "subset" | "superset";

/** Whether and how models and servers are varied. */
export type MatrixChoice = boolean | Matrix;

/** Each workflow is played with each of these models on each of these servers. */
export interface Matrix {
  /** Names of `models`, or `all` of them; the workflow's own where nothing is said. */
  models?: Varied | undefined;
  /** Names of `servers`, or `all` of them; the workflow's own where nothing is said. */
  servers?: Varied | undefined;
}

/** The models or the servers of a matrix. */
export type Varied = All | string[];

/** All of the file. */
export type All = "all";

/** One thing that a judge gives a score to. */
export interface Criterion {
  /** Its name, unique in the rubric. */
  name: string;
  /** What the judge looks for. */
  description: string;
  /** How much it counts beside the others; 1 where nothing is said. */
  weight?: number | undefined;
}

/** How many repetitions must pass. */
export type MinPassRate = number | SurePassRate;

/** The rate of which it must be sure that the true one is no lower. */
export interface SurePassRate {
  /** The part of the repetitions, up to 1. */
  rate: number;
  /** How sure: 0.8, 0.9, 0.95 or 0.99. */
  confidence: number;
}

/** A model. */
export interface Model {
  /** By what workflows and reports name it; `provider/model` where nothing is said. */
  name?: string | undefined;
  /** Whose wire format it speaks. */
  provider: ProviderName;
  /**
   * The provider's name for it.
   *
   * Default: `"claude-sonnet-4-5"`.
   */
  model: string;
  /** Where the provider is, without the path of the call. */
  baseUrl?: string | undefined;
  /** Its key, usually `"${ANTHROPIC_API_KEY}"`; the provider's usual variable where nothing is said. */
  apiKey?: string | undefined;
  /** The provider's own default where nothing is said. */
  temperature?: number | undefined;
  /**
   * The longest answer in tokens.
   *
   * Default: `4096`.
   */
  maxTokens?: number | undefined;
  /** For providers that take one. */
  seed?: number | undefined;
  /**
   * Its answers come in pieces: for gateways and local servers that cut connections on which nothing comes for a while.
   *
   * Default: `false`.
   */
  stream?: boolean | undefined;
  /** What it costs, where the built-in table does not have it or is too old. */
  price?: Price | undefined;
}

/** A provider of models. */
export type ProviderName = "anthropic" | "openai" | "openai-compatible" | "gemini" | "google";

/** What a million tokens cost, in US dollars. */
export interface Price {
  /** Read. */
  input: number;
  /** Written. */
  output: number;
  /** Read from the provider's cache; as other input where nothing is said. */
  cached?: number | undefined;
  /** Written to the provider's cache; as other input where nothing is said. */
  cacheWritten?: number | undefined;
}

/** How much all models of a run may take together. */
export interface Budget {
  /** Requests to models. */
  maxCalls?: number | undefined;
  /** Tokens, read and written. */
  maxTokens?: number | undefined;
  /** US dollars. */
  maxCost?: number | undefined;
  /** Milliseconds since the first request. */
  maxDuration?: number | undefined;
}
