// Made by `npm run generate` from schemas/openapi.json: change that, and not this.

export interface paths {
    "/api/v1/evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List evaluations
         * @description Needs the scope `evaluate:read`.
         */
        get: operations["listEvaluations"];
        put?: never;
        /**
         * Start a new evaluation
         * @description Needs the scope `evaluate:write`.
         */
        post: operations["createEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evaluations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an evaluation stands, and what it found
         * @description Needs the scope `evaluate:read`.
         */
        get: operations["getEvaluation"];
        put?: never;
        post?: never;
        /**
         * Cancel an evaluation
         * @description Needs the scope `evaluate:write`.
         */
        delete: operations["cancelEvaluation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evaluations/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of one evaluation, as they happen (Server-Sent Events)
         * @description Needs the scope `evaluate:read`.
         */
        get: operations["streamEvaluationEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evaluations/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is kept of an evaluation: its whole report, its traces
         * @description Needs the scope `evaluate:read`.
         */
        get: operations["listDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evaluations/{id}/documents/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of them, as it is
         * @description Needs the scope `evaluate:read`.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/evaluations/{id}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a report of an evaluation
         * @description Needs the scope `evaluate:export`.
         */
        post: operations["createReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The reports that have not expired
         * @description Needs the scope `evaluate:read`.
         */
        get: operations["listReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A report that has not expired: what it is, and where
         * @description Needs the scope `evaluate:read`.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a report
         * @description Needs the scope `evaluate:export`.
         */
        get: operations["downloadReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call one tool, and say what to think of the answer
         * @description Needs the scope `evaluate:write`.
         */
        post: operations["testTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The tools of a server, with their schemas
         * @description Needs the scope `evaluate:write`.
         */
        post: operations["listTools"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What this service can do, and its settings
         * @description Needs the scope `evaluate:admin`.
         */
        get: operations["getConfig"];
        /**
         * Change settings
         * @description Needs the scope `evaluate:admin`.
         */
        put: operations["updateConfig"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Is the service well? */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the last day came to
         * @description Needs the scope `evaluate:read`.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events of all evaluations, as they happen (Server-Sent Events)
         * @description Needs the scope `evaluate:read`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your webhooks; all of them with the admin scope
         * @description Needs the scope `evaluate:read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Have events sent to an address
         * @description Needs the scope `evaluate:write`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Needs the scope `evaluate:write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The API keys; nothing secret is among it
         * @description Needs the scope `evaluate:admin`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make an API key; what is secret of it is in this answer, and never again
         * @description Needs the scope `evaluate:admin`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Do not take an API key any more
         * @description Needs the scope `evaluate:admin`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An evaluation that was just accepted. */
        Accepted: {
            /** @description `eval_…` */
            id: string;
            /** @description `queued` */
            status: components["schemas"]["EvaluationStatus"];
            /** @description What is evaluated. */
            serverPath: string;
            /** @description What was asked for. */
            options: components["schemas"]["Options"];
            /** @description Words that it is marked with. */
            tags?: string[];
            /** @description When it was accepted. */
            createdAt: string;
            /**
             * Format: int64
             * @description How long it is likely to run, in milliseconds.
             */
            estimatedDuration: number;
            /**
             * Format: int64
             * @description 1 is the next.
             */
            queuePosition: number;
        };
        /** @description An evaluation that is not wanted any more. */
        Cancelled: {
            /** @description `eval_…` */
            id: string;
            /** @description `cancelled` */
            status: components["schemas"]["EvaluationStatus"];
            /** @description In words. */
            message: string;
            /** @description When it ended. */
            cancelledAt: string;
        };
        /** @description What it can do. */
        Capabilities: {
            /** @description Look at source, documents and metadata. */
            staticAnalysis: boolean;
            /** @description Start servers and speak to them. */
            runtimeTesting: boolean;
            /** @description Tell others how it went. */
            observabilityIntegration: boolean;
            /** @description Make reports of many formats. */
            multiFormat: boolean;
        };
        /**
         * @description What is to change; what is left out stays.
         * @example {
         *       "limits": {
         *         "maxConcurrentEvaluations": 3,
         *         "evaluationTimeout": 180000
         *       }
         *     }
         */
        ConfigUpdate: {
            limits?: {
                /** @description Of one worker. */
                maxConcurrentEvaluations?: number;
                /** @description 0 is no limit. */
                maxConcurrentPerKey?: number;
                /** @description 0 is no limit. */
                maxConcurrentPerTarget?: number;
                maxQueued?: number;
                /** @description In bytes. */
                maxFileSize?: number;
                /** @description Of one evaluation, in milliseconds. */
                evaluationTimeout?: number;
                /** @description 0 is for ever. */
                retentionDays?: number;
                reportHours?: number;
                /** @description By `METHOD /path` as in this document; `*` is every other. */
                requestsPerHour?: {
                    [key: string]: number;
                };
            };
            observability?: {
                enabled?: boolean;
                /** @description Without a user or password. Its query is shown as `?***`; sent back like that, the address stays as it is. */
                endpoint?: string;
            };
        };
        /** @description What changed. */
        ConfigUpdated: {
            /** @description Did anything? */
            updated: boolean;
            /** @description `limits.maxConcurrentEvaluations: 5 → 3` */
            changes: string[];
            /** @description When. */
            appliedAt: string;
        };
        /** @description What this service can do, and its settings. */
        ConfigView: {
            /** @description The API's. */
            version: string;
            /** @description The program's. */
            mcpvalsVersion: string;
            /** @description What it can do. */
            capabilities: components["schemas"]["Capabilities"];
            /** @description How much. */
            limits: components["schemas"]["Limits"];
            /** @description How servers are spoken to. */
            supportedTransports: string[];
            /** @description How reports may look. */
            supportedFormats: string[];
            /** @description What judges. */
            hooks: components["schemas"]["HookNames"];
            /** @description Who is told how it went. */
            observability: components["schemas"]["Observability"];
        };
        /** @description A key that was just made, with what is secret of it. */
        CreatedKey: {
            /** @description `key_…` */
            id: string;
            /** @description What people call it. */
            name: string;
            /** @description What it may do. */
            scopes: string[];
            /**
             * Format: int64
             * @description What it asks for is begun before what others of a lesser priority ask for.
             */
            priority: number;
            /** @description When it was made. */
            createdAt: string;
            /** @description From when on it is not taken any more. */
            expiresAt?: string | null;
            /** @description When it was revoked. */
            revokedAt?: string | null;
            /** @description Is it taken now? */
            good: boolean;
            /** @description The key itself: in this answer, and never again. */
            key: string;
        };
        /** @description A webhook that was just made, with what its events are signed with. */
        CreatedWebhook: {
            /** @description `hook_…` */
            id: string;
            /** @description Where events are sent to, with `***` instead of its query. */
            url: string;
            /** @description Which. */
            events: string[];
            /** @description When it was made. */
            createdAt: string;
            /** @description With what events are signed: in this answer, and never again. */
            secret: string;
        };
        /** @description It is gone. */
        Deleted: {
            /** @description What was deleted. */
            id: string;
            /** @description It was. */
            deleted: boolean;
        };
        /** @description What is kept of an evaluation. */
        DocumentList: {
            /** @description By name. */
            documents: components["schemas"]["DocumentView"][];
        };
        /** @description A document of an evaluation. */
        DocumentView: {
            /** @description Its name. */
            name: string;
            /**
             * Format: int64
             * @description In bytes.
             */
            size: number;
            /** @description Where it is. */
            url: string;
        };
        /** @description Why a request was not answered as it wished. */
        Error: {
            /** @constant */
            success: false;
            error: {
                /** @enum {unknown} */
                code: "VALIDATION_ERROR" | "AUTHENTICATION_REQUIRED" | "INSUFFICIENT_PERMISSIONS" | "RESOURCE_NOT_FOUND" | "RATE_LIMIT_EXCEEDED" | "SERVER_UNREACHABLE" | "EVALUATION_TIMEOUT" | "CONCURRENT_LIMIT" | "INTERNAL_SERVER_ERROR" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "REQUEST_TIMEOUT" | "VERSION_GONE" | "SANDBOX_UNAVAILABLE" | "HOOK_EXECUTION_FAILED";
                message: string;
                /** @description Of invalid requests: `field`, `value`, `constraint` of the first violation, and all of them in `violations`. */
                details: Record<string, unknown>;
                /** Format: uri */
                documentation: string;
            };
            meta: components["schemas"]["Meta"];
        };
        /** @description A page of a list. */
        EvaluationList: {
            /** @description The page. */
            evaluations: components["schemas"]["ListedEvaluation"][];
            /** @description Where it is in the list. */
            pagination: components["schemas"]["Pagination"];
            /** @description What was asked for. */
            filters: components["schemas"]["Filters"];
        };
        /**
         * @description What is evaluated, and how. One of `serverPath`, `server` and `config` is needed.
         * @example {
         *       "serverPath": "my-mcp-server",
         *       "options": {
         *         "transport": "stdio",
         *         "runStatic": true,
         *         "runRuntime": true,
         *         "timeout": 30000,
         *         "retries": 3,
         *         "tags": [
         *           "production",
         *           "v1.2.0"
         *         ]
         *       }
         *     }
         */
        EvaluationRequest: {
            /** @description A folder or file below an allowed root, the address of a server, or an installed package (`npm:NAME`, `pypi:NAME`). */
            serverPath?: string;
            options?: {
                /**
                 * @description How the server is spoken to; found out where left out.
                 * @enum {string}
                 */
                transport?: "stdio" | "sse" | "http";
                /**
                 * @description Look at source, documents and metadata.
                 * @default true
                 */
                runStatic?: boolean;
                /**
                 * @description Start the server and speak to it.
                 * @default true
                 */
                runRuntime?: boolean;
                /** @description Of one call, in milliseconds. */
                timeout?: number;
                /** @description How often connecting, and calls that only read, are tried again. */
                retries?: number;
                /** @description Words that the evaluation is marked with. */
                tags?: string[];
            };
            /** @description A server as a config has it, instead of the start that is found in `serverPath`. What it may start is decided by the operator. */
            server?: {
                /** @enum {string} */
                transport?: "stdio" | "sse" | "http" | "shttp";
                command?: string;
                args?: string[];
                env?: {
                    [key: string]: string;
                };
                /** @description Where it starts, below an allowed root; the folder of `serverPath` where left out. */
                cwd?: string;
                url?: string;
                headers?: {
                    [key: string]: string;
                };
            } & ({
                /** @enum {unknown} */
                transport?: "stdio";
            } | {
                /** @enum {unknown} */
                transport?: "sse" | "http" | "shttp";
            });
            /** @description A whole config of mcpvals, as JSON: its suites and workflows are played instead of the two phases. */
            config?: Record<string, unknown>;
        };
        /**
         * @description How an evaluation stands.
         * @enum {string}
         */
        EvaluationStatus: "queued" | "running" | "completed" | "failed" | "cancelled";
        /** @description How many requirements came out how. */
        EvaluationSummary: {
            /**
             * Format: uint
             * @description Passed.
             */
            passed: number;
            /**
             * Format: uint
             * @description Warned.
             */
            warned: number;
            /**
             * Format: uint
             * @description Failed.
             */
            failed: number;
            /**
             * Format: uint
             * @description Could not be judged; absent in documents of before.
             * @default 0
             */
            notJudged: number;
        };
        /** @description Evaluations of a period. */
        EvaluationTotals: {
            /**
             * Format: int64
             * @description Accepted.
             */
            total: number;
            /**
             * Format: int64
             * @description Completed.
             */
            completed: number;
            /**
             * Format: int64
             * @description Failed.
             */
            failed: number;
            /**
             * Format: double
             * @description 0 to 100; null where there is none.
             */
            averageScore: number | null;
            /**
             * Format: double
             * @description In milliseconds; null where there is none.
             */
            averageDuration: number | null;
        };
        /** @description An evaluation as it stands. */
        EvaluationView: {
            /** @description `eval_…` */
            id: string;
            /** @description queued, running, completed, failed, cancelled */
            status: components["schemas"]["EvaluationStatus"];
            /** @description What is evaluated. */
            serverPath: string;
            /** @description What was asked for. */
            options?: components["schemas"]["Options"] | null;
            /** @description Words that it is marked with. */
            tags?: string[];
            /** @description Which phase it is in, and how far. */
            progress?: components["schemas"]["Progress"] | null;
            /** @description What goes on. */
            currentTask?: string | null;
            /** @description When it was accepted. */
            createdAt: string;
            /** @description When it was begun for the last time. */
            startedAt?: string | null;
            /** @description When anything of it changed. */
            updatedAt: string;
            /** @description When it ended. */
            completedAt?: string | null;
            /** @description When it is likely to end. */
            estimatedCompletion?: string | null;
            /**
             * Format: int64
             * @description 1 is the next; while it waits.
             */
            queuePosition?: number | null;
            /**
             * Format: int64
             * @description How often it was begun, where that is more than once.
             */
            attempt?: number | null;
            /**
             * Format: double
             * @description 0 to 100.
             */
            score?: number | null;
            /**
             * Format: int64
             * @description From its begin to its end, in milliseconds.
             */
            duration?: number | null;
            /** @description How many requirements came out how. */
            summary?: components["schemas"]["EvaluationSummary"] | null;
            /** @description What was found; while it runs, so far. */
            results?: components["schemas"]["Results"] | null;
            /** @description Why it failed. */
            error?: components["schemas"]["RunError"] | null;
        };
        /** @description What was asked for. */
        Filters: {
            /** @description In this state. */
            status?: string | null;
            /** @description With all of these. */
            tags?: string[] | null;
            /** @description Of this path. */
            serverPath?: string | null;
            /** @description `2024-01-01T00:00:00Z to 2024-01-03T23:59:59Z`; an end that was not given is left out. */
            dateRange?: string | null;
        };
        /** @description Is the service well? */
        Health: {
            /**
             * @description The worst of the parts that evaluations need: the database, and what runs them.
             * @enum {string}
             */
            status: "healthy" | "degraded" | "unhealthy";
            /** @description The API's version. */
            version: string;
            /**
             * Format: double
             * @description In seconds.
             */
            uptime: number;
            /** @description Of the machine. */
            memory: components["schemas"]["Memory"];
            /** @description Its parts. */
            services: components["schemas"]["Services"];
            /** @description When it was looked at. */
            lastCheck: string;
        };
        /** @description What judges. */
        HookNames: {
            /** @description The five that a directory asks for. Events also tell of what is judged beside them: `security-code`, `supply-chain`, `privacy`. */
            available: string[];
            /** @description The operator's. */
            custom: string[];
        };
        /** @description What one of the user's hooks says of a requirement. */
        HookVerdict: {
            /** @description The hook's name. */
            name: string;
            /** @description What it says. */
            status: components["schemas"]["RequirementStatus"];
            /** @description What it saw, in its own words; empty where evidence was not asked for. */
            evidence?: string[];
            /** @description Why it could not be run, or gave no answer; absent where it did. */
            failure?: string | null;
        };
        /** @description The keys that there are. */
        KeyList: {
            /** @description The newest first. */
            keys: components["schemas"]["KeyView"][];
        };
        /**
         * @description A key to be made.
         * @example {
         *       "name": "ci",
         *       "scopes": [
         *         "evaluate:read"
         *       ]
         *     }
         */
        KeyRequest: {
            /** @description What people call it. */
            name: string;
            /** @description What it may do. */
            scopes: ("evaluate:read" | "evaluate:write" | "evaluate:export" | "evaluate:admin")[];
            /** @description After so many days it is not taken any more; without it, for ever. */
            expiresInDays?: number;
            /**
             * @description What it asks for is begun before what others of a lesser priority ask for.
             * @default 0
             */
            priority?: number;
        };
        /** @description A key, without what is secret of it. */
        KeyView: {
            /** @description `key_…` */
            id: string;
            /** @description What people call it. */
            name: string;
            /** @description What it may do. */
            scopes: string[];
            /**
             * Format: int64
             * @description What it asks for is begun before what others of a lesser priority ask for.
             */
            priority: number;
            /** @description When it was made. */
            createdAt: string;
            /** @description From when on it is not taken any more. */
            expiresAt?: string | null;
            /** @description When it was revoked. */
            revokedAt?: string | null;
            /** @description Is it taken now? */
            good: boolean;
        };
        /** @description Something that was not looked at or not tried. */
        LeftOut: {
            /** @description What. */
            name: string;
            /** @description Why. */
            reason: string;
        };
        /** @description How much. */
        Limits: {
            /**
             * Format: uint32
             * @description Evaluations at once, of one worker.
             */
            maxConcurrentEvaluations: number;
            /**
             * Format: uint32
             * @description Evaluations at once, of one key; 0 is no limit.
             */
            maxConcurrentPerKey: number;
            /**
             * Format: uint32
             * @description Evaluations at once, of one server; 0 is no limit.
             */
            maxConcurrentPerTarget: number;
            /**
             * Format: uint32
             * @description Evaluations that wait.
             */
            maxQueued: number;
            /**
             * Format: uint64
             * @description Of a file of a server, in bytes.
             */
            maxFileSize: number;
            /**
             * Format: uint64
             * @description Of one evaluation, in milliseconds.
             */
            evaluationTimeout: number;
            /**
             * Format: uint32
             * @description How long evaluations are kept, in days; 0 is for ever.
             */
            retentionDays: number;
            /**
             * Format: uint32
             * @description How long reports are kept, in hours.
             */
            reportHours: number;
            /** @description Requests in an hour, by `METHOD /path`; `*` is every other. */
            requestsPerHour: {
                [key: string]: number;
            };
        };
        /** @description An evaluation in a list. */
        ListedEvaluation: {
            /** @description `eval_…` */
            id: string;
            /** @description queued, running, completed, failed, cancelled */
            status: components["schemas"]["EvaluationStatus"];
            /** @description What is evaluated. */
            serverPath: string;
            /**
             * Format: double
             * @description 0 to 100.
             */
            score?: number | null;
            /** @description When it was accepted. */
            createdAt: string;
            /** @description When anything of it changed. */
            updatedAt: string;
            /** @description When it ended. */
            completedAt?: string | null;
            /**
             * Format: int64
             * @description From its begin to its end, in milliseconds.
             */
            duration?: number | null;
            /** @description Words that it is marked with. */
            tags: string[];
        };
        /** @description Memory, in bytes. */
        Memory: {
            /**
             * Format: uint64
             * @description By this process.
             */
            used: number;
            /**
             * Format: uint64
             * @description Of the machine.
             */
            total: number;
            /**
             * Format: double
             * @description Of one in the other.
             */
            percentage: number;
        };
        /** @description What is known of the request. */
        Meta: {
            requestId: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            version: "1.0.0";
            rateLimit?: {
                limit: number;
                remaining: number;
                /** Format: date-time */
                resetAt: string;
            };
        };
        /** @description What the last day came to. */
        MetricsView: {
            /** @description Of all nodes. */
            evaluations: components["schemas"]["EvaluationTotals"];
            /** @description Of this node. */
            performance: components["schemas"]["Performance2"];
            /** @description Of this machine, in percent. */
            resources: components["schemas"]["Resources"];
            /** @description `24h` */
            period: string;
            /** @description When it was made. */
            generatedAt: string;
        };
        /** @description Who is told how it went. */
        Observability: {
            /** @description Is anybody? */
            enabled: boolean;
            /** @description Where events are posted to; shown with `***` instead of its query. */
            endpoint?: string | null;
        };
        /** @description How it is evaluated, as the seed has it. */
        Options: {
            /** @description stdio, sse, http */
            transport?: string | null;
            /** @description Look at source, documents and metadata. */
            runStatic?: boolean | null;
            /** @description Start the server and speak to it. */
            runRuntime?: boolean | null;
            /**
             * Format: uint64
             * @description Of one call, in milliseconds.
             */
            timeout?: number | null;
            /**
             * Format: uint32
             * @description How often connecting, and calls that only read, are tried again.
             */
            retries?: number | null;
        };
        /** @description Where a page is in its list. */
        Pagination: {
            /**
             * Format: int64
             * @description How many there are.
             */
            total: number;
            /** @description Are there more than `total`? They were not counted. */
            totalIsAtLeast?: boolean;
            /**
             * Format: int64
             * @description How many a page has at most.
             */
            limit: number;
            /**
             * Format: int64
             * @description How many are before this page.
             */
            offset: number;
            /** @description Is there a page after this one? */
            hasNext: boolean;
            /** @description Is there a page before this one? */
            hasPrev: boolean;
        };
        /** @description Percentiles, in milliseconds. */
        Percentiles: {
            /**
             * Format: double
             * @description Half were as fast.
             */
            p50: number;
            /**
             * Format: double
             * @description Of 100, 95.
             */
            p95: number;
            /**
             * Format: double
             * @description Of 100, 99.
             */
            p99: number;
        };
        /** @description How fast it is; times in milliseconds. */
        Performance: {
            /**
             * Format: double
             * @description From the start to the end of the handshake.
             */
            startup: number;
            /**
             * Format: double
             * @description Of `tools/list`, the least.
             */
            min: number;
            /**
             * Format: double
             * @description The mean.
             */
            avg: number;
            /**
             * Format: double
             * @description The greatest.
             */
            max: number;
            /**
             * Format: uint
             * @description How often.
             */
            count: number;
            /** @description What the mean came to. */
            status: components["schemas"]["RuntimeStatus"];
        };
        /** @description Requests of a period. */
        Performance2: {
            /**
             * Format: double
             * @description In the mean.
             */
            requestsPerMinute: number;
            /** @description In milliseconds. */
            responseTime: components["schemas"]["Percentiles"];
            /**
             * Format: double
             * @description The share that failed by our fault, 0 to 1.
             */
            errorRate: number;
        };
        /** @description A phase of an evaluation. */
        Phase: "static" | "runtime";
        /** @description How far an evaluation is. At its end, what is completed of each phase is its total. */
        Progress: {
            /** @description The phase that goes on; absent before the first. */
            phase?: components["schemas"]["Phase"] | null;
            /** @description Requirements and hooks. */
            static: components["schemas"]["Tally"];
            /** @description Tests. */
            runtime: components["schemas"]["Tally"];
            /** @description What goes on, for people; absent before anything does. */
            currentTask?: string | null;
        };
        /** @description The reports that there are. */
        ReportList: {
            /** @description The newest first. */
            reports: components["schemas"]["ReportView"][];
        };
        /**
         * @description How a report looks, and what is in it.
         * @example {
         *       "format": "markdown",
         *       "template": "submission"
         *     }
         */
        ReportRequest: {
            /**
             * @default markdown
             * @enum {string}
             */
            format?: "json" | "markdown" | "html" | "xml" | "sarif" | "junit";
            /**
             * @description For whom: a directory, the makers, a merge request. Of JSON, XML, SARIF and JUnit `ci` has only what did not come as expected.
             * @enum {string}
             */
            template?: "submission" | "summary" | "ci";
            /**
             * @description What was seen.
             * @default true
             */
            includeEvidence?: boolean;
            /**
             * @description What to do.
             * @default true
             */
            includeRecommendations?: boolean;
        };
        /** @description A report that was made. */
        ReportView: {
            /** @description `rpt_…` */
            reportId: string;
            /** @description Of which evaluation. */
            evaluationId: string;
            /** @description How it looks. */
            format: string;
            /** @description What it is for. */
            template?: string | null;
            /** @description Where it is. */
            downloadUrl: string;
            /** @description From when on it is gone. */
            expiresAt: string;
            /**
             * Format: int64
             * @description In bytes.
             */
            size: number;
            /** @description When it was made. */
            createdAt: string;
        };
        /** @description What a server is held to: the five requirements of the directory, and those beyond. */
        Requirement: "functionality-match" | "prompt-injection" | "tool-naming" | "working-examples" | "error-handling" | "security-code" | "supply-chain" | "privacy";
        /** @description What came of one requirement. Its title is the key under which it stands. */
        RequirementResult: {
            /** @description Which; absent for a custom hook's own. */
            requirement?: components["schemas"]["Requirement"] | null;
            /**
             * Format: double
             * @description 0 to 1; absent where it could not be judged.
             */
            score: number | null;
            /** @description Pass, warn, fail, or that it could not be judged. */
            status: components["schemas"]["RequirementStatus"];
            /** @description What was seen, good and bad. */
            evidence: string[];
            /** @description What to do. */
            recommendations: string[];
            /** @description What the user's hooks say of it, each by its name. */
            hooks?: components["schemas"]["HookVerdict"][];
        };
        /** @description How a requirement came out. */
        RequirementStatus: "pass" | "warn" | "fail" | "need-more-info";
        /** @description Of the machine, in percent. */
        Resources: {
            /**
             * Format: double
             * @description Of all processors.
             */
            cpuUsage: number;
            /**
             * Format: double
             * @description Of its memory.
             */
            memoryUsage: number;
            /**
             * Format: double
             * @description Of the disk with the data.
             */
            diskUsage: number;
        };
        /** @description What each phase found. */
        Results: {
            /** @description By title, as `Functionality Match`; absent where the phase was not run. */
            static?: {
                [key: string]: components["schemas"]["RequirementResult"];
            } | null;
            /** @description Absent where the phase was not run. */
            runtime?: components["schemas"]["RuntimeResults"] | null;
        };
        /** @description Why an evaluation failed. */
        RunError: {
            /** @description A code of the API. */
            code: string;
            /** @description In one line. */
            message: string;
            /** @description What there is to say beside. */
            details?: string | null;
        };
        /** @description What the running server did, test by test. */
        RuntimeResults: {
            /**
             * Format: double
             * @description 0 to 1; absent where nothing could be tried.
             */
            score: number | null;
            /** @description Why the server could not be reached; nothing else is here then. */
            unreachable?: string | null;
            /** @description The protocol revision that was spoken. */
            protocolVersion?: string | null;
            /** @description One for each tool, in the server's order. */
            toolTests: components["schemas"]["ToolTest"][];
            /** @description One for each resource that was read. */
            resourceTests: components["schemas"]["TestedItem"][];
            /** @description One for each prompt that was got. */
            promptTests: components["schemas"]["TestedItem"][];
            /** @description What the server does with what is wrong: unknown tools, methods, arguments. */
            errorTests: components["schemas"]["RuntimeTest"][];
            /** @description What the documentation shows, tried. */
            exampleTests: components["schemas"]["RuntimeTest"][];
            /** @description What can be looked at without an attack: leaks, changing lists, what it asks its client for. */
            securityTests: components["schemas"]["RuntimeTest"][];
            /** @description How fast it is. */
            performance?: components["schemas"]["Performance"] | null;
            /** @description Tools that were not called, and why. */
            leftOut: components["schemas"]["LeftOut"][];
        };
        /** @description How a test went. */
        RuntimeStatus: "passed" | "warned" | "failed" | "skipped";
        /** @description One thing tried. */
        RuntimeTest: {
            /** @description What was tried, stable, in kebab case, for example `missing-required`. */
            test: string;
            /** @description How it went. */
            status: components["schemas"]["RuntimeStatus"];
            /** @description What was expected, in words. */
            expected: string;
            /** @description What came, in words. */
            actual: string;
            /**
             * Format: double
             * @description In milliseconds.
             */
            responseTime?: number | null;
            /** @description The command that shows it again. */
            rerun?: string | null;
        };
        /** @description The parts of the service: healthy, degraded, unhealthy, disabled. */
        Services: {
            /** @description The store. */
            database: string;
            /** @description Those who run evaluations. */
            inspector: string;
            /** @description What judges. */
            hooks: string;
            /** @description Who is told how it went. */
            observability: string;
        };
        /**
         * @description How far a phase is: `passed` and `failed` together are at most `completed` (the others warn, are skipped or could not be
         *     judged), and that is at most `total`.
         */
        Tally: {
            /**
             * Format: uint
             * @description How many there will be, as far as is known.
             */
            total: number;
            /**
             * Format: uint
             * @description How many are done.
             */
            completed: number;
            /**
             * Format: uint
             * @description How many of them passed.
             */
            passed: number;
            /**
             * Format: uint
             * @description How many of them failed.
             */
            failed: number;
        };
        /** @description A resource or prompt, and what came of it. */
        TestedItem: {
            /** @description URI or name. */
            name: string;
            /** @description What was tried, stable, in kebab case, for example `missing-required`. */
            test: string;
            /** @description How it went. */
            status: components["schemas"]["RuntimeStatus"];
            /** @description What was expected, in words. */
            expected: string;
            /** @description What came, in words. */
            actual: string;
            /**
             * Format: double
             * @description In milliseconds.
             */
            responseTime?: number | null;
            /** @description The command that shows it again. */
            rerun?: string | null;
        };
        /** @description What a tool answered. */
        ToolAnswer: {
            /** @description Is it a result that is no error? */
            success: boolean;
            /** @description Its structured content, else its text, else all of it; of an error its code and words. */
            data: unknown;
        };
        /** @description What to think of an answer; `none` where none came. */
        ToolGrades: {
            /**
             * @description Up to 500 ms, 1 s, 3 s, and more.
             * @enum {string}
             */
            responseTime: "excellent" | "good" | "acceptable" | "slow" | "none";
            /**
             * @description Does an error say what was wrong, and is a success one?
             * @enum {string}
             */
            errorHandling: "good" | "fair" | "poor";
            /**
             * @description Is the answer what the protocol and the tool's schemas promise?
             * @enum {string}
             */
            dataFormat: "valid" | "invalid" | "none";
        };
        /**
         * @description A server whose tools are wanted.
         * @example {
         *       "serverPath": "my-mcp-server"
         *     }
         */
        ToolListRequest: {
            /** @description As for evaluations. */
            serverPath?: string;
            /** @description A server as a config has it, instead of the start that is found in `serverPath`. What it may start is decided by the operator. */
            server?: {
                /** @enum {string} */
                transport?: "stdio" | "sse" | "http" | "shttp";
                command?: string;
                args?: string[];
                env?: {
                    [key: string]: string;
                };
                /** @description Where it starts, below an allowed root; the folder of `serverPath` where left out. */
                cwd?: string;
                url?: string;
                headers?: {
                    [key: string]: string;
                };
            } & ({
                /** @enum {unknown} */
                transport?: "stdio";
            } | {
                /** @enum {unknown} */
                transport?: "sse" | "http" | "shttp";
            });
            /** @enum {string} */
            transport?: "stdio" | "sse" | "http";
            /** @description Of start and list, in milliseconds. */
            timeout?: number;
        };
        /** @description The tools of a server. */
        ToolListView: {
            /** @description As the server lists them, in its order. */
            tools: unknown[];
            /** @description When they were listed. */
            listedAt: string;
        };
        /** @description What a call came to. */
        ToolResult: {
            /** @description No error of the protocol, and no `isError`. */
            success: boolean;
            /** @description What came, cut short. */
            data: unknown;
        };
        /** @description One tool, and what was tried with it. */
        ToolTest: {
            /** @description The tool. */
            name: string;
            /** @description Failed where one test failed; skipped where none was played. */
            status: components["schemas"]["RuntimeStatus"];
            /**
             * Format: double
             * @description Of the first call with good arguments, in milliseconds.
             */
            responseTime?: number | null;
            /** @description What that call came to. */
            result?: components["schemas"]["ToolResult"] | null;
            /** @description What was tried. */
            tests: components["schemas"]["RuntimeTest"][];
        };
        /**
         * @description A tool of a server, and what it is called with.
         * @example {
         *       "serverPath": "my-mcp-server",
         *       "toolName": "search_documents",
         *       "arguments": {
         *         "query": "quarterly report",
         *         "limit": 10
         *       }
         *     }
         */
        ToolTestRequest: {
            /** @description As for evaluations. */
            serverPath?: string;
            toolName: string;
            /** @description Made from the tool's schema where left out. */
            arguments?: Record<string, unknown>;
            /** @description A server as a config has it, instead of the start that is found in `serverPath`. What it may start is decided by the operator. */
            server?: {
                /** @enum {string} */
                transport?: "stdio" | "sse" | "http" | "shttp";
                command?: string;
                args?: string[];
                env?: {
                    [key: string]: string;
                };
                /** @description Where it starts, below an allowed root; the folder of `serverPath` where left out. */
                cwd?: string;
                url?: string;
                headers?: {
                    [key: string]: string;
                };
            } & ({
                /** @enum {unknown} */
                transport?: "stdio";
            } | {
                /** @enum {unknown} */
                transport?: "sse" | "http" | "shttp";
            });
            /** @enum {string} */
            transport?: "stdio" | "sse" | "http";
            /** @description Of start and call, in milliseconds. */
            timeout?: number;
        };
        /** @description What a call of a tool came to. */
        ToolTestView: {
            /** @description `test_…` */
            testId: string;
            /** @description The tool. */
            toolName: string;
            /**
             * @description What the call came to.
             * @enum {string}
             */
            status: "passed" | "failed";
            /**
             * Format: double
             * @description In milliseconds.
             */
            executionTime: number;
            /** @description What it answered. */
            result: components["schemas"]["ToolAnswer"];
            /** @description Grades, whose thresholds the reference has. */
            validation: components["schemas"]["ToolGrades"];
            /** @description When it was called. */
            testedAt: string;
        };
        /** @description Webhooks. */
        WebhookList: {
            /** @description The oldest first. */
            webhooks: components["schemas"]["WebhookView"][];
        };
        /**
         * @description Where events are sent to. Each is a POST of the event as the WebSocket tells it, signed in `X-Mcpvals-Signature`.
         * @example {
         *       "url": "https://example.com/hook",
         *       "events": [
         *         "evaluation:*"
         *       ]
         *     }
         */
        WebhookRequest: {
            url: string;
            /** @description As for `subscribe` of the WebSocket: full names, groups (`hook:*`), and short names (`completed` is `evaluation:completed`); all where left out. `system:status` is not kept, and not sent. */
            events?: string[];
        };
        /** @description A webhook, without what its events are signed with. */
        WebhookView: {
            /** @description `hook_…` */
            id: string;
            /** @description Where events are sent to, with `***` instead of its query. */
            url: string;
            /** @description Which. */
            events: string[];
            /** @description When it was made. */
            createdAt: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Requests in a window */
        "X-RateLimit-Limit": number;
        /** @description What is left of them */
        "X-RateLimit-Remaining": number;
        /** @description When the window closes, in seconds since 1970 */
        "X-RateLimit-Reset": number;
        /** @description How long a window is, in seconds */
        "X-RateLimit-Window": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listEvaluations: {
        parameters: {
            query?: {
                /** @description Only those in this state */
                status?: "queued" | "running" | "completed" | "failed" | "cancelled";
                /** @description How many at most (default 50) */
                limit?: number;
                /** @description After how many (default 0) */
                offset?: number;
                /** @description By what they are sorted (default createdAt) */
                sortBy?: "createdAt" | "updatedAt" | "score";
                /** @description In which direction (default desc) */
                sortOrder?: "asc" | "desc";
                /** @description Only those with all of these, with commas between them */
                tags?: string;
                /** @description Only those of this path; with `*` at its end, of those that begin so */
                serverPath?: string;
                /** @description Only those accepted at this time or later */
                dateFrom?: string;
                /** @description Only those accepted at this time or earlier */
                dateTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List evaluations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EvaluationList"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    createEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluationRequest"];
            };
        };
        responses: {
            /** @description Start a new evaluation */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Accepted"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    getEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How an evaluation stands, and what it found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["EvaluationView"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    cancelEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancel an evaluation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Cancelled"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    streamEvaluationEvents: {
        parameters: {
            query?: {
                /** @description Only these, with commas between them: full names, groups (`hook:*`), and short names: `completed` is `evaluation:completed`, `running` is `hook:running` */
                events?: string;
                /** @description Only those after this one; as the header `Last-Event-ID` */
                lastEventId?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events of one evaluation, as they happen (Server-Sent Events) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        /** @description To come again with, as `Last-Event-ID`; `system:status` has none. */
                        id?: string;
                        event: string;
                        /** @description The event, as the WebSocket tells it. */
                        data: string;
                    };
                };
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is kept of an evaluation: its whole report, its traces */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["DocumentList"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One of them, as it is */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    createReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportRequest"];
            };
        };
        responses: {
            /** @description Generate a report of an evaluation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ReportView"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    listReports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reports that have not expired */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ReportList"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A report that has not expired: what it is, and where */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ReportView"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    downloadReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download a report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    testTool: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolTestRequest"];
            };
        };
        responses: {
            /** @description Call one tool, and say what to think of the answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ToolTestView"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    listTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolListRequest"];
            };
        };
        responses: {
            /** @description The tools of a server, with their schemas */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ToolListView"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    getConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What this service can do, and its settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ConfigView"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    updateConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfigUpdate"];
            };
        };
        responses: {
            /** @description Change settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ConfigUpdated"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Is the service well? */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Health"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the last day came to */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["MetricsView"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Only these, with commas between them: full names, groups (`hook:*`), and short names: `completed` is `evaluation:completed`, `running` is `hook:running` */
                events?: string;
                /** @description Only those after this one; as the header `Last-Event-ID` */
                lastEventId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events of all evaluations, as they happen (Server-Sent Events) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        /** @description To come again with, as `Last-Event-ID`; `system:status` has none. */
                        id?: string;
                        event: string;
                        /** @description The event, as the WebSocket tells it. */
                        data: string;
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your webhooks; all of them with the admin scope */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["WebhookList"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description Have events sent to an address */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CreatedWebhook"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Deleted"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API keys; nothing secret is among it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["KeyList"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRequest"];
            };
        };
        responses: {
            /** @description Make an API key; what is secret of it is in this answer, and never again */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["CreatedKey"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Do not take an API key any more */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Deleted"];
                        meta: components["schemas"]["Meta"];
                        /** @description Of answers about one evaluation: as in `data`. */
                        id?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        status?: string;
                        /** @description Of answers about one evaluation: as in `data`. */
                        score?: number;
                    };
                };
            };
        };
    };
}
