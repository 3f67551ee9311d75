// Made by `npm run generate` from schemas/report.schema.json: change that, and not this.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * mcpvals report
         * @description What a run of mcpvals found out.
         */
        Report: {
            /**
             * @description `FORMAT_VERSION`.
             * @constant
             */
            formatVersion: 1;
            /** @description The version of mcpvals. */
            mcpvals: string;
            /** @description Did every case that ran pass, and did at least one run? */
            passed: boolean;
            /** @description Passed cases of those that ran. */
            score: components["schemas"]["Score"];
            /** @description Counts. */
            summary: components["schemas"]["Summary"];
            /** @description RFC 3339, UTC. */
            startedAt: string;
            /** @description The config file as the user named it. */
            config: string;
            /** @description The seed of everything random. */
            seed: number;
            /** @description What the user should know of the plan. */
            notes?: string[];
            /** @description Wall time. */
            durationMs: number;
            /** @description Was it stopped by the user? */
            interrupted: boolean;
            /** @description The sessions that were held, or could not be. */
            sessions: components["schemas"]["SessionStart"][];
            /** @description The suites in the order of the config. */
            suites: components["schemas"]["SuiteReport"][];
            /** @description Every violation seen, in cases and between them. */
            violations: components["schemas"]["Violation"][];
            /** @description Messages of the server's that were not checked against the protocol, since they came after their trace was full. */
            unchecked?: number;
            /** @description Which of what the servers offer was exercised; where coverage was asked for. */
            coverage?: components["schemas"]["Coverage"] | null;
            /** @description Workflows with several models and on several servers, side by side; where the config varies them. */
            matrix?: components["schemas"]["Matrix"] | null;
            /** @description What is another than in an earlier run, where one was given. */
            baseline?: components["schemas"]["Comparison"] | null;
            /** @description In which sandbox the servers ran that were started, and what was seen of them there; absent where in none. */
            sandbox?: components["schemas"]["SandboxFacts"] | null;
        };
        /** @description A number from 0 to 1. */
        Score: number;
        /** @description How many cases ended how. */
        Summary: {
            /** @description All. */
            total: number;
            /** @description Passed. */
            passed: number;
            /** @description Failed. */
            failed: number;
            /** @description Errored. */
            errored: number;
            /** @description Skipped. */
            skipped: number;
            /**
             * @description Of those that passed or failed, those that did not always.
             * @default 0
             */
            flaky: number;
        };
        /** @description A session with a server. */
        SessionStart: {
            /** @description Number of the session in the run, from 1. */
            session: number;
            /** @description The server's name in the plan. */
            server: string;
            /** @description `stdio`, `http` or `sse`. */
            transport: string;
            /** @description The client profile that was declared. */
            profile: string;
            /** @description What the server said of itself; `None` where no session came about. */
            facts?: components["schemas"]["ServerFacts"] | null;
            /**
             * @description Names of the tools offered at first.
             * @default []
             */
            tools: string[];
            /** @description Why no session came about. */
            problem?: string | null;
            /** @description From the start of the process (or the first connection) to the end of the first listing. */
            readyMs: number;
        };
        /** @description What the server said of itself in the handshake (or in `server/discover`). */
        ServerFacts: {
            /** @description The revision that this session speaks. */
            protocolVersion: components["schemas"]["Revision"];
            /** @description The revision that was asked for, where the server did not agree to it and this session speaks another. */
            askedVersion?: components["schemas"]["Revision"] | null;
            /** @description Every revision that the server named; empty where it names none. */
            supportedVersions?: string[];
            /** @description `serverInfo.name`, empty where absent. */
            name: string;
            /** @description `serverInfo.version`, empty where absent. */
            version: string;
            /** @description The other members of `serverInfo`, as they came: clients show them, and models may read them. */
            moreInfo?: {
                [key: string]: unknown;
            };
            /** @description `capabilities` as they came. */
            capabilities: unknown;
            /** @description `instructions`. */
            instructions?: string | null;
        };
        /** @description A revision of the Model Context Protocol that mcpvals speaks, oldest first. */
        Revision: "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";
        /** @description One suite. */
        SuiteReport: {
            /** @description Its name. */
            name: components["schemas"]["SuiteName"];
            /** @description Its kind. */
            kind: components["schemas"]["SuiteKind"];
            /** @description Which workflow it plays, with which model and on which server, where the config varies them. */
            combination?: components["schemas"]["Combination"] | null;
            /** @description Did every case that ran pass, and did at least one run? */
            passed: boolean;
            /** @description Passed cases of those that ran. */
            score: components["schemas"]["Score"];
            /** @description Counts. */
            summary: components["schemas"]["Summary"];
            /** @description Mean of the tested calls' latencies. */
            averageLatencyMs?: number | null;
            /**
             * @description The metrics about which its cases assert something.
             * @default []
             */
            metrics: components["schemas"]["SuiteMetric"][];
            /** @description The cases in the order of the config. */
            cases: components["schemas"]["CaseResult"][];
        };
        /** @description The name of a suite; unique in a file. */
        SuiteName: string;
        /** @description Which list of the file a suite stood in. */
        SuiteKind: "toolHealth" | "resource" | "prompt" | "completion" | "sampling" | "elicitation" | "roots" | "utility" | "oauth" | "workflow";
        /** @description Which workflow a suite plays, with which model and on which server, where the config varies them. */
        Combination: {
            /** @description The workflow's name in the config. */
            workflow: string;
            /** @description The model's name. */
            model: string;
            /** @description The server's name. */
            server: string;
            /** @description What the model says is replayed from a recording: the repetitions are all the same one, and only the first counts. */
            replayed?: boolean;
        };
        /** @description One metric of one suite. */
        SuiteMetric: {
            /** @description Which. */
            name: components["schemas"]["MetricName"];
            /** @description Mean of the cases that assert something about it. */
            score: components["schemas"]["Score"];
            /** @description Those cases, in the order of the config. */
            evidence: components["schemas"]["Evidence"][];
        };
        /**
         * @description The metrics of the seeds: of a tool case (seed 004, 5.1), of a test of resources (5.2), of one of prompts (5.3), and
         *     of one of sampling (5.4), whose names serve for elicitation and roots, too.
         */
        MetricName: "Result Correctness" | "Error Correctness" | "Latency" | "Success" | "Discovery" | "Access" | "Template" | "Execution" | "Argument" | "Completion" | "Utility" | "Subscription" | "Capability" | "Request" | "Security" | "Content" | "Performance" | "Flow Completion" | "PKCE Security" | "Token Management" | "Security Validation" | "Resource Indicator" | "Multi-Tenant" | "End-to-End Success" | "Tool Invocation Order" | "Tool Call Health" | "LLM Judge";
        /** @description What one case shows of a metric. */
        Evidence: {
            /** @description `suite/title`. */
            case: components["schemas"]["CaseId"];
            /** @description The case's own. */
            score: components["schemas"]["Score"];
            /** @description The frames of the case that show it, as the case's own metric names them. */
            frames?: number[];
        };
        /** @description `suite name/case title`: unique in a run, stable between runs, what `--filter` takes. */
        CaseId: string;
        /** @description A case and its verdict. */
        CaseResult: {
            /** @description `suite/title`. */
            id: components["schemas"]["CaseId"];
            /** @description Its suite. */
            suite: components["schemas"]["SuiteName"];
            /** @description Its title. */
            title: string;
            /** @description The tool that it calls, where it calls one. */
            tool?: string | null;
            /** @description Where it stands in the config. */
            place: components["schemas"]["SourcePlace"];
            verdict: components["schemas"]["VerdictWord"];
            mismatches?: components["schemas"]["Mismatch"][];
            fault?: components["schemas"]["Fault"] | null;
            skipped?: components["schemas"]["SkipReason"] | null;
            /** @description The four metrics, over all repetitions. */
            metrics: components["schemas"]["Metric"][];
            /** @description Its overall score: the arithmetic mean of the metrics about which something was asserted (seed 004, 5.6). */
            score?: components["schemas"]["Score"] | null;
            /** @description Warnings. */
            warnings?: components["schemas"]["Warning"][];
            /** @description What broke the protocol in its frames. */
            violations?: components["schemas"]["Violation"][];
            /** @description Messages of the server's that were not checked against the protocol, since they came after the trace was full. */
            unchecked?: number;
            /** @description Of the tested call, in the attempts that counted. */
            latency?: components["schemas"]["Latency"] | null;
            /** @description Every attempt of every repetition, in order; one, where nothing was repeated or retried. */
            attempts: components["schemas"]["Attempt"][];
            /** @description How often its repetitions passed, where there were several. */
            passRate?: components["schemas"]["PassRate"] | null;
            /** @description Some attempts passed and some failed, whatever the verdict is. */
            flaky?: boolean;
            /** @description From its start to its verdict. */
            durationMs: number;
            /** @description What a workflow took, in each attempt that counted. */
            workflow?: components["schemas"]["WorkflowFacts"][];
            /** @description What the server answered in the attempt that counted, cut to a readable length; for reports. */
            answer?: string | null;
            /** @description The last lines of the server's stderr, where the case did not pass. */
            stderrTail?: string;
            /** @description The command that shows it again. */
            rerun: string;
        };
        /** @description A place in the config file; line and column count from 1, both 0 where unknown. */
        SourcePlace: {
            /** @description The file. */
            file: string;
            /** @description The line. */
            line: number;
            /** @description The column, in characters. */
            column: number;
        };
        /** @description A verdict without its reasons. */
        VerdictWord: "passed" | "failed" | "errored" | "skipped";
        /** @description One thing that the server did wrong. */
        Mismatch: {
            /** @description What kind of expectation it broke. */
            kind: components["schemas"]["MismatchKind"];
            /** @description What was expected, for example `text that contains "8"`. */
            expected: string;
            /** @description What came, for example `text "7"`. */
            actual: string;
            /** @description JSON pointer into the answer's result, where the fault has a place there. */
            pointer?: string | null;
            /** @description The frame that shows it. */
            frame?: number | null;
            /** @description Expected and actual line by line, where both are long. */
            diff?: string | null;
            /** @description The rule that is broken, where it has a name: of `oauth2Suites`. */
            rule?: string | null;
        };
        /** @description Kinds of mismatch; their names are stable. */
        MismatchKind: "undeclared" | "unknownTool" | "noAnswer" | "protocol" | "unexpectedError" | "missingError" | "error" | "result" | "outputSchema" | "listing" | "mimeType" | "notifications" | "requests" | "disclosure" | "subscription" | "uri" | "argument" | "injection" | "state" | "toolOrder" | "toolHealth" | "oauth" | "passRate" | "judge" | "latency" | "snapshot" | "verify";
        /** @description Why we could not find out. */
        Fault: {
            /** @constant */
            kind: "unreachable";
            /** @description The whole story in words. */
            reason: string;
        } | {
            /** @constant */
            kind: "setup";
            /** @description What happened. */
            reason: string;
        } | {
            /** @constant */
            kind: "capture";
            /** @description Its name. */
            name: string;
            /** @description Why it is not there. */
            reason: string;
        } | {
            /** @constant */
            kind: "expectation";
            /** @description Why not. */
            reason: string;
        } | {
            /** @constant */
            kind: "signIn";
            /** @description Of which rule, and why. */
            reason: string;
        } | {
            /** @constant */
            kind: "model";
            /** @description Why. */
            reason: string;
        } | {
            /** @constant */
            kind: "unfinished";
            /** @description Why. */
            reason: string;
        } | {
            /** @constant */
            kind: "notYet";
            /** @description What, and from which milestone on it will. */
            reason: string;
        } | {
            /** @constant */
            kind: "cancelled";
        } | {
            /** @constant */
            kind: "limit";
            /** @description Which. */
            reason: string;
        } | {
            /** @constant */
            kind: "internal";
            /** @description What is known of it. */
            reason: string;
        };
        /** @description Why a case was not run. */
        SkipReason: {
            /** @constant */
            kind: "config";
            /** @description The reason given there. */
            reason: string;
        } | {
            /** @constant */
            kind: "notOnly";
        } | {
            /** @constant */
            kind: "failFast";
        } | {
            /** @constant */
            kind: "undeclared";
            /** @description The capability, for example `resources.subscribe`. */
            capability: string;
        } | {
            /** @constant */
            kind: "revision";
            /** @description In words. */
            reason: string;
        } | {
            /** @constant */
            kind: "notOffered";
            /** @description In words. */
            reason: string;
        };
        /** @description One metric of one case. */
        Metric: {
            /** @description Which. */
            name: components["schemas"]["MetricName"];
            /** @description `None`: nothing was asserted about it, and it counts in no mean. */
            score: components["schemas"]["Score"] | null;
            /**
             * @description The first hundred of the frames that show it: the answers, what the server asked and announced, and what
             *     the mismatches name; of a call without an answer, the request.
             */
            frames?: number[];
        };
        /** @description Something that the user should know though the verdict does not rest on it. */
        Warning: {
            /** @description What kind. */
            kind: components["schemas"]["WarningKind"];
            /** @description In words. */
            message: string;
        };
        /** @description Kinds of warning; their names are stable. */
        WarningKind: "nothingAsserted" | "hardlyAsserted" | "errorShapedSuccess" | "invalidArguments" | "unusableSchema" | "snapshotStored" | "otherUri" | "otherErrorCode" | "unclearRefusal" | "plainUrl" | "urlInForm" | "doubledChoice" | "undeclaredContext" | "unlistedTool" | "judgeUnheard" | "unusedRecording" | "oauthRule" | "notTried" | "traceCut";
        /** @description One breach of the protocol. */
        Violation: {
            /** @description Which rule. */
            kind: components["schemas"]["ViolationKind"];
            /** @description In words, with the names and values at hand. */
            message: string;
            /** @description The frame that shows it, where one does. */
            frame?: number | null;
            /** @description The case in which it was seen; none for the session's own frames. */
            case?: components["schemas"]["CaseId"] | null;
            /** @description The name of the server, as the plan has it. */
            server?: string;
            /** @description The page of the specification. */
            spec: string;
            /**
             * @description Could a client not use the answer because of it? Then the case fails.
             * @default false
             */
            spoilsAnswer: boolean;
            /** @description How often the same was seen; the frame is the first. */
            count: number;
        };
        /** @description Kinds of violation; their names are stable. */
        ViolationKind: "noise-on-stdout" | "invalid-json" | "invalid-utf8" | "byte-order-mark" | "split-message" | "shared-line" | "missing-newline" | "cut-off-message" | "oversized-message" | "deep-nesting" | "batch" | "not-a-message" | "jsonrpc-version" | "id-type" | "missing-id" | "unknown-id" | "duplicate-answer" | "result-and-error" | "neither-result-nor-error" | "error-shape" | "unknown-member" | "result-shape" | "content-shape" | "malformed-entry" | "duplicate-name" | "endless-pages" | "reused-request-id" | "undeclared-request" | "forbidden-request" | "request-shape" | "undeclared-notification" | "notification-shape" | "handshake-shape" | "late-answer" | "http-transport" | "ignores-shutdown";
        /** @description Latencies of the tested call in milliseconds. */
        Latency: {
            /** @description How many were measured. */
            count: number;
            /** @description The mean. */
            meanMs: number;
            /** @description The least. */
            minMs: number;
            /** @description Half were no longer than this. */
            p50Ms: number;
            /** @description 95 of 100 were no longer than this. */
            p95Ms: number;
            /** @description 99 of 100 were no longer than this. */
            p99Ms: number;
            /** @description The greatest. */
            maxMs: number;
        };
        /** @description One attempt in short. */
        Attempt: {
            /** @description Which repetition, from 1. */
            repetition: number;
            /** @description Which attempt, from 1. */
            attempt: number;
            /** @description How it ended. */
            verdict: components["schemas"]["VerdictWord"];
            /** @description Of the tested call. */
            latencyMs?: number | null;
            /** @description Why it did not pass, in one line. */
            problem?: string | null;
            /** @description Did a model come to no end in it (`crate::Fault::Unfinished`)? */
            unfinished?: boolean;
        };
        /** @description How often repetitions passed. Those that errored told nothing and are not counted. */
        PassRate: {
            /** @description Repetitions that passed or failed. */
            runs: number;
            /** @description Those that passed. */
            passed: number;
            /** @description Their part, 0 to 1. */
            rate: number;
            /** @description Where the true rate lies with 95 % confidence (Wilson 1927, the score interval). */
            interval: [
                number,
                number
            ];
            /** @description By `k`: how likely at least one of `k` of these repetitions passes (Chen et al. 2021, the unbiased estimate). */
            passAtK: {
                [key: string]: number;
            };
            /** @description By `k`: how likely all of `k` of these repetitions pass (Yao et al. 2024, the unbiased estimate). */
            passHatK: {
                [key: string]: number;
            };
        };
        /** @description What a workflow took. */
        WorkflowFacts: {
            /** @description The model's name. */
            model: string;
            /** @description Turns of the model. */
            turns: number;
            /** @description Calls of tools that it asked for. */
            calls: number;
            /** @description Of these, calls with the same tool and arguments as one before. */
            repeatedCalls: number;
            /** @description Calls of tools that do not exist. */
            unknownTools: number;
            /** @description Calls whose arguments break the tool's schema. */
            illArguments: number;
            /** @description The model's tokens. */
            usage: components["schemas"]["Usage"];
            /** @description The judge's. */
            judgeUsage?: components["schemas"]["Usage"];
            /** @description What all tokens cost in US dollars; `None` where a price is not known. */
            cost?: number | null;
            /**
             * @description How long the model took for all its turns, in milliseconds; waits for the provider to have time not counted.
             * @default 0
             */
            modelMs: number;
            /**
             * @description From the first request to the model to its last answer, in milliseconds.
             * @default 0
             */
            tookMs: number;
            /** @description From the first request to the model to the first call of a tool, in milliseconds. */
            firstCallMs?: number | null;
            /** @description Were model and judge replayed from a cassette? Then tokens, cost and times are those of the recording. */
            replayed?: boolean;
            /** @description What the judge said. */
            judgement?: components["schemas"]["Judgement"] | null;
        };
        /** @description The tokens of one turn, or of many. */
        Usage: {
            /** @description Read, those of the cache included. */
            input: number;
            /** @description Of these, read from the provider's cache. */
            cached?: number;
            /** @description Of these, written to the provider's cache. */
            cacheWritten?: number;
            /** @description Written, thoughts included. */
            output: number;
        };
        /** @description What a judge made of a workflow. */
        Judgement: {
            /** @description The judge's name. */
            model: string;
            /** @description Version and hash of the words that it was asked with, for example `1:9f86d081884c`. */
            prompt: string;
            /** @description The mean of the votes. */
            score: components["schemas"]["Score"];
            /** @description The least that passes. */
            passThreshold: components["schemas"]["Score"];
            /** @description The lowest and the highest vote. */
            spread: [
                components["schemas"]["Score"],
                components["schemas"]["Score"]
            ];
            /** @description In order. */
            votes: components["schemas"]["Vote"][];
        };
        /** @description What a judge said once. */
        Vote: {
            /** @description Where there is a rubric, the mean of its criteria by their weights. */
            score: components["schemas"]["Score"];
            /** @description Why. */
            reason: string;
            /** @description In the order of the rubric. */
            criteria?: components["schemas"]["CriterionScore"][];
        };
        /** @description What a judge said of one criterion. */
        CriterionScore: {
            /** @description Its name. */
            name: string;
            /** @description How well it is met. */
            score: components["schemas"]["Score"];
            /** @description Why. */
            reason: string;
        };
        /** @description Which of what the servers of a run offer was exercised. */
        Coverage: {
            /** @description `covered` of `items`, rounded down to a tenth; 100 where nothing is offered. */
            percent: number;
            /** @description How many items were exercised. */
            covered: number;
            /** @description How many items are offered. */
            items: number;
            /** @description Each server with which a session was held, by name. */
            servers: components["schemas"]["ServerCoverage"][];
        };
        /** @description One server. What it offers stands in the order of its own lists, over all sessions. */
        ServerCoverage: {
            /** @description The server's name in the plan. */
            server: string;
            /** @description `covered` of `items`, rounded down to a tenth; 100 where nothing is offered. */
            percent: number;
            /** @description How many items were exercised. */
            covered: number;
            /** @description How many items are offered. */
            items: number;
            /**
             * @description Does it offer more than was counted? Ten thousand items are, with names of up to 2,048 bytes, and of a list that
             *     could not be read to its end its beginning.
             */
            cut?: boolean;
            /** @description Its tools. */
            tools: components["schemas"]["ToolCoverage"][];
            /** @description Its resources. */
            resources: components["schemas"]["ResourceCoverage"][];
            /** @description Its resource templates. */
            resourceTemplates: components["schemas"]["ResourceTemplateCoverage"][];
            /** @description Its prompts. */
            prompts: components["schemas"]["PromptCoverage"][];
        };
        /** @description A tool. */
        ToolCoverage: {
            /** @description Its name. */
            name: string;
            /** @description Was a call to it answered? An error is an answer, too. */
            exercised: boolean;
            /** @description What its `inputSchema` lets a caller give. */
            parameters: components["schemas"]["ParameterCoverage"][];
        };
        /** @description A parameter of a tool. */
        ParameterCoverage: {
            /** @description Its name; `a.b` for the member `b` of the object `a`. */
            name: string;
            /** @description Was it given in a call that was answered? */
            exercised: boolean;
            /** @description The values among which a caller chooses, where the schema says which. */
            values: components["schemas"]["ValueCoverage"][];
        };
        /** @description A value that a parameter can have. */
        ValueCoverage: {
            /** @description The value. */
            value: unknown;
            /** @description Was it given in a call that was answered? */
            exercised: boolean;
        };
        /** @description A resource. */
        ResourceCoverage: {
            /** @description Where it is. */
            uri: string;
            /** @description Was it read, and was that answered? */
            exercised: boolean;
        };
        /** @description A resource template. */
        ResourceTemplateCoverage: {
            /** @description The template. */
            uriTemplate: string;
            /** @description Was a URI read that it could have made, and was that answered? */
            exercised: boolean;
        };
        /** @description A prompt. */
        PromptCoverage: {
            /** @description Its name. */
            name: string;
            /** @description Was it got, and was that answered? */
            exercised: boolean;
            /** @description What it takes. */
            arguments: components["schemas"]["ArgumentCoverage"][];
        };
        /** @description An argument of a prompt. */
        ArgumentCoverage: {
            /** @description Its name. */
            name: string;
            /** @description Was it given when the prompt was got? */
            exercised: boolean;
        };
        /** @description Workflows with several models and on several servers. */
        Matrix: {
            /** @description The workflows, in the order of the config. */
            workflows: string[];
            /** @description The models. */
            models: string[];
            /** @description The servers. */
            servers: string[];
            /** @description What was played, in the order of the config. */
            cells: components["schemas"]["MatrixCell"][];
            /** @description Each model, over all that it played. */
            byModel: components["schemas"]["MatrixTotal"][];
            /** @description Each server, over all that was played on it. */
            byServer: components["schemas"]["MatrixTotal"][];
            /** @description Each two models, then each two servers, over what both played. */
            comparisons: components["schemas"]["PairedComparison"][];
        };
        /** @description One workflow with one model on one server. */
        MatrixCell: {
            /** @description The workflow's name in the config. */
            workflow: string;
            /** @description The model's name. */
            model: string;
            /** @description The server's name. */
            server: string;
            /** @description What the model says is replayed from a recording: the repetitions are all the same one, and only the first counts. */
            replayed?: boolean;
            /** @description Repetitions that passed or failed. */
            runs: number;
            /** @description Those that passed. */
            passed: number;
            /** @description Repetitions that errored: they told nothing. */
            errored: number;
            /** @description The part that passed, 0 to 1. */
            rate?: number | null;
            /** @description Where the true rate lies with 95 % confidence (Wilson 1927, the score interval). */
            interval?: [
                number,
                number
            ] | null;
            /** @description Half of the conversations took no longer, in milliseconds. */
            medianMs?: number | null;
            /** @description Tokens of the model and of the judge, of all repetitions. */
            tokens: number;
            /** @description What they cost in US dollars; `None` where a price is not known. */
            cost?: number | null;
        };
        /** @description A model or a server. */
        MatrixTotal: {
            /** @description Its name. */
            name: string;
            /** @description Repetitions that passed or failed. */
            runs: number;
            /** @description Those that passed. */
            passed: number;
            /** @description Repetitions that errored: they told nothing. */
            errored: number;
            /** @description The part that passed, 0 to 1. */
            rate?: number | null;
            /** @description Where the true rate lies with 95 % confidence (Wilson 1927, the score interval). */
            interval?: [
                number,
                number
            ] | null;
            /** @description Half of the conversations took no longer, in milliseconds. */
            medianMs?: number | null;
            /** @description Tokens of the model and of the judge, of all repetitions. */
            tokens: number;
            /** @description What they cost in US dollars; `None` where a price is not known. */
            cost?: number | null;
        };
        /**
         * @description Two models or two servers. A repetition with the one makes a pair with that of the same workflow, the same server or
         *     model, and the same number with the other.
         */
        PairedComparison: {
            /** @description What they are. */
            dimension: components["schemas"]["Dimension"];
            /** @description The first. */
            a: string;
            /** @description The second. */
            b: string;
            /** @description Pairs of which both passed or failed. */
            pairs: number;
            /** @description Of these, those in which only `a` passed. */
            onlyA: number;
            /** @description Those in which only `b` passed. */
            onlyB: number;
            /** @description Pairs that are left out, because one of them errored. */
            leftOut: number;
            /** @description How likely they fall out so unevenly where neither is better (McNemar's exact test, two-sided). */
            pValue: number;
            /** @description The same after Holm's correction over all comparisons of the report. */
            correctedPValue: number;
            /** @description What is made of it. */
            difference: components["schemas"]["Difference"];
        };
        /** @description What two are compared as. */
        Dimension: "model" | "server";
        /** @description Is one better than the other? */
        Difference: "different" | "notShown";
        /** @description What is another than in the baseline. Cases that were skipped in either are in neither of the lists. */
        Comparison: {
            /** @description The file of the baseline. */
            file: string;
            /** @description Passed now, and did not then. */
            better: components["schemas"]["CaseId"][];
            /** @description Did not pass now, and did then; or failed then, and cannot even be played now. */
            worse: components["schemas"]["CaseId"][];
            /**
             * @description Of its repetitions, another part passed. A hint, but where Fisher's exact test says that it is no chance (p < 0.05):
             *     then the case is in `worse` or `better`, too.
             * @default []
             */
            rate: components["schemas"]["Moved"][];
            /** @description Flaky now, and not then. */
            flaky: components["schemas"]["CaseId"][];
            /** @description Half as long again in the middle, and 20 ms at least. A hint: no test says that it is no chance. */
            slower: components["schemas"]["Moved"][];
            /** @description A fifth dearer at least, in US dollars. */
            dearer: components["schemas"]["Moved"][];
            /** @description Not in the baseline. */
            new: components["schemas"]["CaseId"][];
            /**
             * @description Of these, those that did not pass.
             * @default []
             */
            newFailing: components["schemas"]["CaseId"][];
            /** @description Only in the baseline. */
            gone: components["schemas"]["CaseId"][];
        };
        /** @description A number that is another. */
        Moved: {
            /** @description Whose. */
            case: components["schemas"]["CaseId"];
            /** @description Then. */
            from: number;
            /** @description Now. */
            to: number;
        };
        /** @description The sandbox of a run. */
        SandboxFacts: {
            /** @description What was asked for: `auto`, `l1`, `l2` or `l3`. */
            requested: string;
            /** @description What was had; absent where nothing was started here, or this system has none. */
            level?: components["schemas"]["SandboxLevel"] | null;
            /** @description What was promised, and whether it held: each was tried from inside before the server was started. */
            guarantees?: components["schemas"]["SandboxGuarantee"][];
            /** @description Files that were laid out as bait and that the server opened. */
            baits?: components["schemas"]["BaitOpened"][];
            /** @description Where the server wanted to connect to. None of it left this machine where the network is held. */
            egress?: components["schemas"]["Egress"][];
        };
        /** @description How strong a sandbox is, the weakest first. */
        SandboxLevel: "L1" | "L2" | "L3";
        /** @description One promise of a sandbox. */
        SandboxGuarantee: {
            /** @description `filesystem`, `home`, `network`, `processes`, `system-calls`, `privileges`, `limits` or `ending`. */
            name: string;
            /** @description Did it hold? */
            held: boolean;
            /** @description How, or why not. */
            how: string;
        };
        /** @description A bait that was opened. */
        BaitOpened: {
            /** @description The file, as `~/.ssh/id_rsa`. */
            bait: string;
            /** @description What the server was doing: the request, in words. */
            during: string;
        };
        /** @description A place that the server wanted to connect to. */
        Egress: {
            /** @description `tcp`, `udp`, `dns`, `http`, `tls` or `icmp`. */
            protocol: string;
            /** @description A name where one was said, or an address. */
            to: string;
            /** @description 0 where there is none. */
            port: number;
            /** @description The first line of what was said, where it could be read. */
            said?: string | null;
            /** @description What the server was doing: the request, in words. */
            during: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
