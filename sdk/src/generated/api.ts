/** Made from docs/openapi.json by `npm run generate`. */

export interface paths {
    "/v3/documents/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add up to 600 documents */
        post: operations["postV3DocumentsBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete documents by id, container tag or path */
        delete: operations["deleteV3DocumentsBulk"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List whole documents with their memories */
        post: operations["postV3DocumentsDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a file as a document */
        post: operations["postV3DocumentsFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}/file-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a link to a document’s file, good for 24 hours */
        get: operations["getV3DocumentsByIdFileUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/files/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download a file by its link */
        get: operations["getV3FilesByToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a document */
        post: operations["postV3Documents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List documents */
        post: operations["postV3DocumentsList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/processing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List documents that are being processed */
        get: operations["getV3DocumentsProcessing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a document */
        get: operations["getV3DocumentsById"];
        put?: never;
        post?: never;
        /** Delete a document */
        delete: operations["deleteV3DocumentsById"];
        options?: never;
        head?: never;
        /** Update a document */
        patch: operations["patchV3DocumentsById"];
        trace?: never;
    };
    "/v3/documents/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Watch a document being processed, as server-sent events, until it is done or has failed */
        get: operations["getV3DocumentsByIdEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the attempts at processing a document, and what language models read of it, newest first */
        get: operations["getV3DocumentsByIdAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the chunks a document is searched by, in order */
        get: operations["getV3DocumentsByIdChunks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a document (as /v3/documents) */
        post: operations["postV3Memories"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/memories/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List documents (as /v3/documents/list) */
        post: operations["postV3MemoriesList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/memories/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a file as a document (as /v3/documents/file) */
        post: operations["postV3MemoriesFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/memories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a document (as /v3/documents/:id) */
        get: operations["getV3MemoriesById"];
        put?: never;
        post?: never;
        /** Delete a document (as /v3/documents/:id) */
        delete: operations["deleteV3MemoriesById"];
        options?: never;
        head?: never;
        /** Update a document (as /v3/documents/:id) */
        patch: operations["patchV3MemoriesById"];
        trace?: never;
    };
    "/v4/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a conversation, or what was said since */
        post: operations["postV4Conversations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add memories */
        post: operations["postV4Memories"];
        /** Forget a memory */
        delete: operations["deleteV4Memories"];
        options?: never;
        head?: never;
        /** Put a new version in the place of a memory */
        patch: operations["patchV4Memories"];
        trace?: never;
    };
    "/v4/memories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A memory with the passages it comes from and why it is there */
        get: operations["getV4MemoriesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/memories/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List memories with their history */
        post: operations["postV4MemoriesList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/memories/forget-matching": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Forget the memories that match a query, or say which they are */
        post: operations["postV4MemoriesForgetMatching"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/memories/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undo what was last decided about a memory: an update, an edit or that it was forgotten */
        post: operations["postV4MemoriesByIdUndo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The profile of a container tag and, with q, what answers it */
        post: operations["postV4Profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/profile/buckets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The buckets a profile is sorted into */
        post: operations["postV4ProfileBuckets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Search documents, each match with the chunks around it */
        post: operations["postV2Search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Search documents by meaning and by words */
        post: operations["postV3Search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Search what is known, what documents say, or both */
        post: operations["postV4Search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/auth/scoped-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a key for one container tag */
        post: operations["postV3AuthScopedKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/auth/scoped-key/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Disable a scoped key */
        delete: operations["deleteV3AuthScopedKeyById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/auth/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List keys; values are never shown again */
        get: operations["getV3AuthKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who this key stands for */
        get: operations["getV3Session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organization's settings; secrets are masked */
        get: operations["getV3Settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change settings; null clears one */
        patch: operations["patchV3Settings"];
        trace?: never;
    };
    "/v2/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change settings (older generation) */
        put: operations["putV2Settings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/golden-questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The questions whose answers are known, oldest first */
        get: operations["getV3GoldenQuestions"];
        put?: never;
        /** Add a question and the documents that hold its answer */
        post: operations["postV3GoldenQuestions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/golden-questions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a question */
        delete: operations["deleteV3GoldenQuestionsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/analytics/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Requests by type, by hour and by key */
        get: operations["getV3AnalyticsUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/analytics/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Errors by type and status, by hour and by key */
        get: operations["getV3AnalyticsErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/analytics/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tokens saved, tokens by day, latency and requests; its periods are fixed */
        get: operations["getV3AnalyticsChat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/container-tags/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List container tags, those with the latest activity first */
        get: operations["getV3ContainerTagsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/container-tags/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a container tag */
        get: operations["getV3ContainerTagsByTag"];
        put?: never;
        post?: never;
        /** Delete a container tag with all that is in it; 409 while it is being merged */
        delete: operations["deleteV3ContainerTagsByTag"];
        options?: never;
        head?: never;
        /** Change what is said of a container tag, or make it; null clears a field */
        patch: operations["patchV3ContainerTagsByTag"];
        trace?: never;
    };
    "/v3/container-tags/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Merge container tags into another, in the background; a spread organization can only merge tags of one cell */
        post: operations["postV3ContainerTagsMerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/container-tags/merge/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far a merge has come */
        get: operations["getV3ContainerTagsMergeById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/container-tags/{tag}/inferred": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List up to 50 inferred memories that nobody reviewed, best supported first */
        get: operations["getV3ContainerTagsByTagInferred"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/container-tags/{tag}/inferred/{memoryId}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve or decline an inferred memory, or undo that */
        post: operations["postV3ContainerTagsByTagInferredByMemoryIdReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List projects: the container tags that begin with sm_project_ */
        get: operations["getV3Projects"];
        put?: never;
        /** Create a project, or rename the one whose name gives the same tag */
        post: operations["postV3Projects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a project with all that is in it */
        delete: operations["deleteV3ProjectsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a delete removed from each layer, and whether a scan finds anything of it */
        get: operations["getV3ErasuresById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/connections/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List connections */
        post: operations["postV3ConnectionsList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a connection */
        get: operations["getV3ConnectionsById"];
        put?: never;
        /** Connect to a provider */
        post: operations["postV3ConnectionsById"];
        /** Delete a connection, or those to a provider */
        delete: operations["deleteV3ConnectionsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/connections/{provider}/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get the connection of a container tag to a provider */
        post: operations["postV3ConnectionsByProviderConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/connections/{provider}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import from a provider now */
        post: operations["postV3ConnectionsByProviderImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/connections/{provider}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List the documents of a connection */
        post: operations["postV3ConnectionsByProviderDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/connections/{id}/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a connection could import */
        get: operations["getV3ConnectionsByIdResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/connections/{id}/configure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Choose what a connection imports */
        post: operations["postV3ConnectionsByIdConfigure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/connections/{id}/sync-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the imports of a connection */
        get: operations["getV3ConnectionsByIdSyncRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Conditions on metadata, combined by AND and OR up to five levels deep. */
        QueryFilter: {
            AND: components["schemas"]["__schema0"][];
        } | {
            OR: components["schemas"]["__schema0"][];
        };
        __schema0: {
            AND: components["schemas"]["__schema0"][];
        } | {
            OR: components["schemas"]["__schema0"][];
        } | {
            key: string;
            value: string | number | boolean;
            /**
             * @default metadata
             * @enum {string}
             */
            filterType?: "metadata" | "numeric" | "array_contains" | "string_contains";
            negate?: boolean | ("true" | "false");
            ignoreCase?: boolean | ("true" | "false");
            /**
             * @default =
             * @enum {string}
             */
            numericOperator?: ">" | "<" | ">=" | "<=" | "=";
        };
        /** @description The body of every error. */
        ErrorResponse: {
            /** @description What went wrong, in a sentence. */
            error: string;
            /** @description More of it; for a bad request each bad field as `path: message`. */
            details?: string;
            /** @description Stable and dotted, for programs to compare. */
            code: string;
            /** @description Finds this request in the logs; also in the `x-request-id` header. */
            requestId: string;
            /** @description When to try again, as in `Retry-After`. */
            retryAfterSeconds?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    postV3DocumentsBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Each the content alone, or an object with the fields of `POST /v3/documents`. */
                    documents: (string | {
                        [key: string]: unknown;
                    })[];
                    content?: null;
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    entityContext?: string;
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /** @enum {string} */
                    taskType?: "memory" | "rag";
                    filepath?: string;
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    documentDate?: string;
                    /** @enum {string} */
                    dreaming?: "instant" | "dynamic";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            /** @description Of a failed item: empty when it had a customId, else `unknown`. */
                            id: string;
                            status: string;
                            error?: string;
                            /** @description Of a failed item, where there is one. */
                            code?: string;
                            details?: string;
                            customId?: string;
                            url?: string;
                        }[];
                        failed: number;
                        success: number;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payment Required */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deleteV3DocumentsBulk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids?: string[];
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    containerTags?: string[];
                    filepath?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        deletedCount: number;
                        errors?: {
                            id: string;
                            error: string;
                        }[];
                        containerTags?: string[];
                        /** @description Receipts, one for each container: `GET /v3/erasures/{id}`. (ours) */
                        erasureIds: string[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3DocumentsDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    limit?: number;
                    page?: number;
                    /**
                     * @default desc
                     * @enum {string}
                     */
                    order?: "asc" | "desc";
                    /**
                     * @default createdAt
                     * @enum {string}
                     */
                    sort?: "createdAt" | "updatedAt";
                    sources?: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documents: {
                            id: string;
                            connectionId: string | null;
                            customId: string | null;
                            /** @deprecated */
                            containerTags: string[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** @enum {string} */
                            status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                            summary: string | null;
                            title: string | null;
                            /** @enum {string} */
                            type: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "audio" | "notes_doc" | "webpage" | "filehost" | "codehost_markdown" | "meeting_notes";
                            content: string | null;
                            raw: unknown | null;
                            ogImage: string | null;
                            source: string | null;
                            /** @enum {string} */
                            taskType: "memory" | "rag";
                            latestRevision: number;
                            activeContentUpdateId: string | null;
                            tombstonedAt: string | null;
                            /** @enum {string} */
                            dreamingStatus: "dreaming" | "done";
                            url: string | null;
                            filepath: string | null;
                            memories?: {
                                id: string;
                                memory: string;
                                /** Format: date-time */
                                createdAt: string;
                                updatedAt: string | null;
                                isLatest: boolean;
                                isForgotten: boolean;
                                isStatic: boolean;
                                isInference: boolean;
                                version: number;
                                sourceCount: number;
                                metadata: string | number | boolean | null | {
                                    [key: string]: unknown;
                                } | unknown[];
                                parentMemoryId: string | null;
                                rootMemoryId: string | null;
                            }[];
                            memoryEntries: {
                                id: string;
                                memory: string;
                                /** Format: date-time */
                                createdAt: string;
                                updatedAt: string | null;
                                isLatest: boolean;
                                isForgotten: boolean;
                                isStatic: boolean;
                                isInference: boolean;
                                version: number;
                                sourceCount: number;
                                metadata: string | number | boolean | null | {
                                    [key: string]: unknown;
                                } | unknown[];
                                parentMemoryId: string | null;
                                rootMemoryId: string | null;
                            }[];
                        }[];
                        pagination: {
                            currentPage: number;
                            totalItems: number;
                            totalPages: number;
                            limit: number;
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3DocumentsFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file?: string;
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    /** @enum {string} */
                    fileType?: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "notes_doc" | "webpage" | "filehost";
                    mimeType?: string;
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    filepath?: string;
                    customId?: string;
                    entityContext?: string;
                    /** @enum {string} */
                    taskType?: "memory" | "rag";
                    /** @description Date of the content itself: `YYYY-MM-DD` or ISO 8601. */
                    documentDate?: string;
                    /** @enum {string} */
                    dreaming?: "instant" | "dynamic";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        status: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payment Required */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3DocumentsByIdFileUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id or customId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3FilesByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3Documents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The text to remember.
                     * @example Ada moved to Lisbon in May and started at a ceramics studio.
                     */
                    content: string;
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    entityContext?: string;
                    customId?: string;
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /** @enum {string} */
                    taskType?: "memory" | "rag";
                    filepath?: string;
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /** @description Date of the content itself: `YYYY-MM-DD` or ISO 8601. */
                    documentDate?: string;
                    /** @enum {string} */
                    dreaming?: "instant" | "dynamic";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        status: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payment Required */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3DocumentsList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    /** @default false */
                    includeContent?: boolean;
                    limit?: number;
                    page?: number;
                    /**
                     * @default desc
                     * @enum {string}
                     */
                    order?: "asc" | "desc";
                    /**
                     * @default createdAt
                     * @enum {string}
                     */
                    sort?: "createdAt" | "updatedAt";
                    filepath?: string;
                    filters?: components["schemas"]["QueryFilter"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memories: {
                            id: string;
                            connectionId: string | null;
                            customId: string | null;
                            /** @deprecated */
                            containerTags: string[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** @enum {string} */
                            status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                            summary: string | null;
                            title: string | null;
                            /** @enum {string} */
                            type: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "audio" | "notes_doc" | "webpage" | "filehost" | "codehost_markdown" | "meeting_notes";
                            filepath: string | null;
                            url?: string | null;
                            content?: string;
                        }[];
                        pagination: {
                            currentPage: number;
                            totalItems: number;
                            totalPages: number;
                            limit: number;
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3DocumentsProcessing: {
        parameters: {
            query?: {
                view?: "active" | "pending" | "all";
                containerTag?: string;
                containerTags?: string;
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documents: {
                            id: string;
                            connectionId: string | null;
                            customId: string | null;
                            /** @deprecated */
                            containerTags: string[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** @enum {string} */
                            status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                            summary: string | null;
                            title: string | null;
                            /** @enum {string} */
                            type: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "audio" | "notes_doc" | "webpage" | "filehost" | "codehost_markdown" | "meeting_notes";
                            stuck: boolean;
                            /** @description Pages read, of how many; of a recording, seconds. Null where nobody counts. */
                            progress: {
                                done: number;
                                total: number;
                            } | null;
                            errorCode: string | null;
                            errorMessage: string | null;
                        }[];
                        totalCount: number;
                        pagination?: {
                            currentPage: number;
                            totalItems: number;
                            totalPages: number;
                            limit: number;
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3DocumentsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id or customId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        connectionId: string | null;
                        customId: string | null;
                        /** @deprecated */
                        containerTags: string[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        metadata: string | number | boolean | null | {
                            [key: string]: unknown;
                        } | unknown[];
                        /** @enum {string} */
                        status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                        summary: string | null;
                        title: string | null;
                        /** @enum {string} */
                        type: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "audio" | "notes_doc" | "webpage" | "filehost" | "codehost_markdown" | "meeting_notes";
                        content: string | null;
                        raw: unknown | null;
                        ogImage: string | null;
                        source: string | null;
                        /** @enum {string} */
                        taskType: "memory" | "rag";
                        latestRevision: number;
                        activeContentUpdateId: string | null;
                        tombstonedAt: string | null;
                        /** @enum {string} */
                        dreamingStatus: "dreaming" | "done";
                        url: string | null;
                        filepath: string | null;
                        memories?: {
                            id: string;
                            memory: string;
                            /** Format: date-time */
                            createdAt: string;
                            updatedAt: string | null;
                            isLatest: boolean;
                            isForgotten: boolean;
                            isStatic: boolean;
                            isInference: boolean;
                            version: number;
                            sourceCount: number;
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            parentMemoryId: string | null;
                            rootMemoryId: string | null;
                        }[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deleteV3DocumentsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id or customId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    /** @description Names the receipt of what is removed: `GET /v3/erasures/{id}`. */
                    "X-Erasure-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    patchV3DocumentsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id or customId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The text to remember.
                     * @example Ada moved to Lisbon in May and started at a ceramics studio.
                     */
                    content?: string;
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /** @enum {string} */
                    taskType?: "memory" | "rag";
                    filepath?: string;
                    customId?: string;
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /** @description Date of the content itself: `YYYY-MM-DD` or ISO 8601. */
                    documentDate?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        status: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payment Required */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3DocumentsByIdEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id or customId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK: server-sent events, each with data of this shape */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        id: string;
                        /** @enum {string} */
                        status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                        /** @enum {string} */
                        dreamingStatus: "dreaming" | "done";
                        /** @description Pages read, of how many; of a recording, seconds. Null where nobody counts. */
                        progress: {
                            done: number;
                            total: number;
                        } | null;
                        errorCode: string | null;
                        errorMessage: string | null;
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3DocumentsByIdAttempts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id or customId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempts: {
                            /** Format: date-time */
                            startedAt: string;
                            endedAt: string | null;
                            worker: string;
                            stage: string;
                            /** @enum {string} */
                            outcome: "running" | "done" | "retry" | "failed" | "superseded" | "lost";
                            revision: number;
                            errorCode: string | null;
                            errorMessage: string | null;
                        }[];
                        llmCalls: {
                            /** Format: date-time */
                            createdAt: string;
                            model: string;
                            /** @description Name and version of the prompt. */
                            prompt: string;
                            /** @enum {string} */
                            outcome: "done" | "provider_unavailable" | "rate_limited" | "bad_response" | "refused";
                            /** @description How many documents were read together. */
                            documents: number;
                            /** @description The document's share of the call, by its length. */
                            inputTokens: number;
                            outputTokens: number;
                            /** @description By the prices of the configuration. */
                            usd: number;
                            /** @description How long the call took, for all of them. */
                            ms: number;
                        }[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3DocumentsByIdChunks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id or customId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documentId: string;
                        total: number;
                        chunks: {
                            id: string;
                            position: number;
                            content: string;
                            type: string;
                            metadata?: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** Format: date-time */
                            createdAt: string;
                        }[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3Memories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The text to remember.
                     * @example Ada moved to Lisbon in May and started at a ceramics studio.
                     */
                    content: string;
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    entityContext?: string;
                    customId?: string;
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /** @enum {string} */
                    taskType?: "memory" | "rag";
                    filepath?: string;
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /** @description Date of the content itself: `YYYY-MM-DD` or ISO 8601. */
                    documentDate?: string;
                    /** @enum {string} */
                    dreaming?: "instant" | "dynamic";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        status: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payment Required */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3MemoriesList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    /** @default false */
                    includeContent?: boolean;
                    limit?: number;
                    page?: number;
                    /**
                     * @default desc
                     * @enum {string}
                     */
                    order?: "asc" | "desc";
                    /**
                     * @default createdAt
                     * @enum {string}
                     */
                    sort?: "createdAt" | "updatedAt";
                    filepath?: string;
                    filters?: components["schemas"]["QueryFilter"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memories: {
                            id: string;
                            connectionId: string | null;
                            customId: string | null;
                            /** @deprecated */
                            containerTags: string[];
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** @enum {string} */
                            status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                            summary: string | null;
                            title: string | null;
                            /** @enum {string} */
                            type: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "audio" | "notes_doc" | "webpage" | "filehost" | "codehost_markdown" | "meeting_notes";
                            filepath: string | null;
                            url?: string | null;
                            content?: string;
                        }[];
                        pagination: {
                            currentPage: number;
                            totalItems: number;
                            totalPages: number;
                            limit: number;
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3MemoriesFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file?: string;
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    /** @enum {string} */
                    fileType?: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "notes_doc" | "webpage" | "filehost";
                    mimeType?: string;
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    filepath?: string;
                    customId?: string;
                    entityContext?: string;
                    /** @enum {string} */
                    taskType?: "memory" | "rag";
                    /** @description Date of the content itself: `YYYY-MM-DD` or ISO 8601. */
                    documentDate?: string;
                    /** @enum {string} */
                    dreaming?: "instant" | "dynamic";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        status: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payment Required */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3MemoriesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id or customId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        connectionId: string | null;
                        customId: string | null;
                        /** @deprecated */
                        containerTags: string[];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        metadata: string | number | boolean | null | {
                            [key: string]: unknown;
                        } | unknown[];
                        /** @enum {string} */
                        status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                        summary: string | null;
                        title: string | null;
                        /** @enum {string} */
                        type: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "audio" | "notes_doc" | "webpage" | "filehost" | "codehost_markdown" | "meeting_notes";
                        content: string | null;
                        raw: unknown | null;
                        ogImage: string | null;
                        source: string | null;
                        /** @enum {string} */
                        taskType: "memory" | "rag";
                        latestRevision: number;
                        activeContentUpdateId: string | null;
                        tombstonedAt: string | null;
                        /** @enum {string} */
                        dreamingStatus: "dreaming" | "done";
                        url: string | null;
                        filepath: string | null;
                        memories?: {
                            id: string;
                            memory: string;
                            /** Format: date-time */
                            createdAt: string;
                            updatedAt: string | null;
                            isLatest: boolean;
                            isForgotten: boolean;
                            isStatic: boolean;
                            isInference: boolean;
                            version: number;
                            sourceCount: number;
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            parentMemoryId: string | null;
                            rootMemoryId: string | null;
                        }[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deleteV3MemoriesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id or customId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    /** @description Names the receipt of what is removed: `GET /v3/erasures/{id}`. */
                    "X-Erasure-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    patchV3MemoriesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Document id or customId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The text to remember.
                     * @example Ada moved to Lisbon in May and started at a ceramics studio.
                     */
                    content?: string;
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /** @enum {string} */
                    taskType?: "memory" | "rag";
                    filepath?: string;
                    customId?: string;
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /** @description Date of the content itself: `YYYY-MM-DD` or ISO 8601. */
                    documentDate?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        status: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payment Required */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV4Conversations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    conversationId: string;
                    messages: {
                        /** @enum {string} */
                        role: "user" | "assistant" | "system" | "tool";
                        content?: (string | ({
                            /** @constant */
                            type: "text";
                            text: string;
                        } | ({
                            /** @constant */
                            type: "image_url";
                        } & {
                            [key: string]: unknown;
                        }))[]) | null;
                        name?: string | null;
                        tool_calls?: ({
                            function: {
                                name: string;
                                arguments: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        })[] | null;
                        tool_call_id?: string | null;
                    }[];
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    /** @description Values are strings, numbers, booleans or arrays of strings. */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    entityContext?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        conversationId: string;
                        status: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payment Required */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV4Memories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    memories: {
                        /** @example Ada prefers tea to coffee. */
                        content: string;
                        /**
                         * @description True of the person for good, as a name is.
                         * @default false
                         */
                        isStatic?: boolean;
                        metadata?: {
                            [key: string]: string | number | boolean | string[];
                        } | null;
                        forgetAfter?: (string) | null;
                        forgetReason?: string | null;
                        temporalContext?: {
                            documentDate?: (string) | null;
                            eventDate?: (string)[] | null;
                        } | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documentId: string | null;
                        memories: {
                            id: string;
                            memory: string;
                            /** Format: date-time */
                            createdAt: string;
                            forgetAfter: string | null;
                            forgetReason: string | null;
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            isStatic: boolean;
                        }[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deleteV4Memories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    id?: string;
                    content?: string;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the receipt of what is removed: `GET /v3/erasures/{id}`. */
                    "X-Erasure-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        forgotten: true;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    patchV4Memories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    id?: string;
                    content?: string;
                    newContent: string;
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    } | null;
                    forgetAfter?: (string) | null;
                    forgetReason?: string | null;
                    temporalContext?: {
                        documentDate?: (string) | null;
                        eventDate?: (string)[] | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        memory: string;
                        /** Format: date-time */
                        createdAt: string;
                        forgetAfter: string | null;
                        forgetReason: string | null;
                        metadata: string | number | boolean | null | {
                            [key: string]: unknown;
                        } | unknown[];
                        version: number;
                        parentMemoryId: string | null;
                        rootMemoryId: string | null;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV4MemoriesById: {
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        memory: string;
                        /** Format: date-time */
                        createdAt: string;
                        updatedAt: string | null;
                        isLatest: boolean;
                        isForgotten: boolean;
                        isStatic: boolean;
                        isInference: boolean;
                        version: number;
                        sourceCount: number;
                        metadata: string | number | boolean | null | {
                            [key: string]: unknown;
                        } | unknown[];
                        parentMemoryId: string | null;
                        rootMemoryId: string | null;
                        spaceId: string;
                        orgId: string;
                        forgetAfter: string | null;
                        forgetReason: string | null;
                        memoryRelations: {
                            [key: string]: "updates" | "extends" | "derives";
                        };
                        temporalContext: {
                            documentDate: string | null;
                            eventDate: string[];
                        } | null;
                        history: {
                            id: string;
                            memory: string;
                            /** Format: date-time */
                            createdAt: string;
                            updatedAt: string | null;
                            isLatest: boolean;
                            isForgotten: boolean;
                            isStatic: boolean;
                            isInference: boolean;
                            version: number;
                            sourceCount: number;
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            parentMemoryId: string | null;
                            rootMemoryId: string | null;
                        }[];
                        documentIds: string[];
                        /**
                         * @description Who said it; `api` when a caller wrote it down.
                         * @enum {string}
                         */
                        origin: "api" | "user" | "assistant" | "document" | "tool";
                        confidence: number | null;
                        /** @description Since when it is so, as far as that is known. */
                        trueFrom: string | null;
                        /** @description Until when it was so: something newer took its place. */
                        trueUntil: string | null;
                        citations: {
                            documentId: string;
                            title: string | null;
                            revision: number;
                            spans: {
                                start: number;
                                end: number;
                                text: string;
                            }[];
                        }[];
                        decisions: {
                            memoryId: string;
                            /** @enum {string} */
                            relation: "updates" | "extends" | "derives";
                            reason: string | null;
                            /** Format: date-time */
                            decidedAt: string;
                        }[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV4MemoriesList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    containerTags?: string[];
                    filters?: components["schemas"]["QueryFilter"];
                    limit?: number;
                    page?: number;
                    /**
                     * @default createdAt
                     * @enum {string}
                     */
                    sort?: "createdAt" | "updatedAt";
                    /**
                     * @default desc
                     * @enum {string}
                     */
                    order?: "asc" | "desc";
                    include?: {
                        /** @default false */
                        forgottenMemories?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memoryEntries: {
                            id: string;
                            memory: string;
                            /** Format: date-time */
                            createdAt: string;
                            updatedAt: string | null;
                            isLatest: boolean;
                            isForgotten: boolean;
                            isStatic: boolean;
                            isInference: boolean;
                            version: number;
                            sourceCount: number;
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            parentMemoryId: string | null;
                            rootMemoryId: string | null;
                            spaceId: string;
                            orgId: string;
                            forgetAfter: string | null;
                            forgetReason: string | null;
                            memoryRelations: {
                                [key: string]: "updates" | "extends" | "derives";
                            };
                            temporalContext: {
                                documentDate: string | null;
                                eventDate: string[];
                            } | null;
                            history: {
                                id: string;
                                memory: string;
                                /** Format: date-time */
                                createdAt: string;
                                updatedAt: string | null;
                                isLatest: boolean;
                                isForgotten: boolean;
                                isStatic: boolean;
                                isInference: boolean;
                                version: number;
                                sourceCount: number;
                                metadata: string | number | boolean | null | {
                                    [key: string]: unknown;
                                } | unknown[];
                                parentMemoryId: string | null;
                                rootMemoryId: string | null;
                            }[];
                            documentIds: string[];
                        }[];
                        pagination: {
                            currentPage: number;
                            totalItems: number;
                            totalPages: number;
                            limit: number;
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV4MemoriesForgetMatching: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    query?: string;
                    ids?: string[];
                    /** @default false */
                    dryRun?: boolean;
                    /** @default 0.5 */
                    threshold?: number;
                    /** @default 100 */
                    maxForget?: number;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dryRun: boolean;
                        count: number;
                        forgetBatchId: string | null;
                        summary: string;
                        candidates?: {
                            id: string;
                            memory: string;
                            score: number;
                        }[];
                        forgotten?: {
                            id: string;
                            memory: string;
                            score: number;
                        }[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV4MemoriesByIdUndo: {
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /**
                         * @description What was undone: that it was forgotten, that a caller changed it, or that it took the place of another.
                         * @enum {string}
                         */
                        undone: "forgetting" | "edit" | "update";
                        /** @description What stands now. */
                        current: {
                            id: string;
                            memory: string;
                            /** Format: date-time */
                            createdAt: string;
                            updatedAt: string | null;
                            isLatest: boolean;
                            isForgotten: boolean;
                            isStatic: boolean;
                            isInference: boolean;
                            version: number;
                            sourceCount: number;
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            parentMemoryId: string | null;
                            rootMemoryId: string | null;
                        }[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV4Profile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    q?: string | null;
                    /** @default 0.6 */
                    threshold?: number;
                    filters?: components["schemas"]["QueryFilter"];
                    /** @description As it was known at this date. */
                    asOf?: string;
                    include?: ("static" | "dynamic" | "buckets")[];
                    /** @description Only these buckets. */
                    buckets?: string[];
                    /**
                     * @description At most so many memories in each part.
                     * @default 50
                     */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        profile: {
                            static: string[];
                            dynamic: string[];
                            buckets?: {
                                [key: string]: string[];
                            };
                        };
                        searchResults?: {
                            results: {
                                id: string;
                                memory: string;
                                similarity: number;
                                metadata: string | number | boolean | null | {
                                    [key: string]: unknown;
                                } | unknown[];
                                /** Format: date-time */
                                updatedAt: string;
                                version: number;
                                /** @description Of the document it comes from. */
                                filepath: string | null;
                                context?: {
                                    parents: {
                                        /** @enum {string} */
                                        relation: "updates" | "extends" | "derives";
                                        /** @description Steps along the chain: −1, −2 … before, +1, +2 … after. */
                                        version?: number;
                                        memory: string;
                                        metadata: string | number | boolean | null | {
                                            [key: string]: unknown;
                                        } | unknown[];
                                        /** Format: date-time */
                                        updatedAt: string;
                                    }[];
                                    children: {
                                        /** @enum {string} */
                                        relation: "updates" | "extends" | "derives";
                                        /** @description Steps along the chain: −1, −2 … before, +1, +2 … after. */
                                        version?: number;
                                        memory: string;
                                        metadata: string | number | boolean | null | {
                                            [key: string]: unknown;
                                        } | unknown[];
                                        /** Format: date-time */
                                        updatedAt: string;
                                    }[];
                                    related: {
                                        /** @enum {string} */
                                        relation: "updates" | "extends" | "derives";
                                        /** @description Steps along the chain: −1, −2 … before, +1, +2 … after. */
                                        version?: number;
                                        memory: string;
                                        metadata: string | number | boolean | null | {
                                            [key: string]: unknown;
                                        } | unknown[];
                                        /** Format: date-time */
                                        updatedAt: string;
                                    }[];
                                };
                                documents?: {
                                    id: string;
                                    title: string | null;
                                    type: string;
                                    metadata: string | number | boolean | null | {
                                        [key: string]: unknown;
                                    } | unknown[];
                                    summary?: string | null;
                                    /** Format: date-time */
                                    createdAt: string;
                                    /** Format: date-time */
                                    updatedAt: string;
                                }[];
                            }[];
                            total: number;
                            timing: number;
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV4ProfileBuckets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        buckets: {
                            key: string;
                            description: string;
                        }[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV2Search: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What to look for, in plain words.
                     * @example where does Ada live now?
                     */
                    q: string;
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    /** @default 10 */
                    limit?: number;
                    filters?: components["schemas"]["QueryFilter"];
                    /** @description A whole path, or everything below it when it ends with `/`. */
                    filepath?: string;
                    /** @description Only what was known at this date. */
                    asOf?: string;
                    /**
                     * @description Looks at the best results again.
                     * @default false
                     */
                    rerank?: boolean;
                    /**
                     * @description Corrects slips by the words that are there.
                     * @default false
                     */
                    rewriteQuery?: boolean;
                    /**
                     * @description Says for each result why it is there, and what was left out.
                     * @default false
                     */
                    explain?: boolean;
                    /**
                     * @description Chunks that score less are left out.
                     * @default 0
                     */
                    chunkThreshold?: number;
                    /**
                     * @description Documents that score less are left out.
                     * @default 0
                     */
                    documentThreshold?: number;
                    /** @description Search within one document, by id or customId. */
                    docId?: string;
                    /** @description Only documents whose container tag, or metadata `userId`, is this. */
                    userId?: string;
                    /** @description Only documents of these subjects. */
                    categoriesFilter?: ("technology" | "science" | "business" | "health")[];
                    /** @default false */
                    includeFullDocs?: boolean;
                    /** @default false */
                    includeSummary?: boolean;
                    /** @default false */
                    onlyMatchingChunks?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            documentId: string;
                            title: string | null;
                            type: string;
                            score: number;
                            chunks: {
                                content: string;
                                /** @description False for a chunk that only came along for context. */
                                isRelevant: boolean;
                                score: number;
                                position: number;
                                /** @description The span of the document’s text (`raw`, else `content`) in UTF-16 units; in a file the page, slide or sheet, or the time of the recording, in milliseconds and as people write it. */
                                place?: {
                                    start: number;
                                    end: number;
                                    page?: number;
                                    endPage?: number;
                                    at?: number;
                                    timestamp?: string;
                                };
                                explain?: {
                                    dense: {
                                        rank: number | null;
                                        score: number | null;
                                        normalised: number;
                                    };
                                    lexical: {
                                        rank: number | null;
                                        score: number | null;
                                        normalised: number;
                                    };
                                    /** @description Of the words of the query with those of the text, one by one, from 0 to 1. */
                                    tokens?: number;
                                    /** @description How close it is to the time asked about, from 0 to 1; absent if there is none. */
                                    date?: number;
                                    fused: number;
                                    /** @description By the second look; `score` is null when the reranker could not be asked. */
                                    rerank?: {
                                        /** @enum {string} */
                                        by: "local" | "http";
                                        score: number | null;
                                    };
                                    /** @enum {string} */
                                    path: "exact" | "quantised" | "hnsw";
                                };
                            }[];
                            metadata: {
                                [key: string]: unknown;
                            } | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            summary?: string | null;
                            content?: string;
                            explain?: {
                                dense: {
                                    rank: number | null;
                                    score: number | null;
                                    normalised: number;
                                };
                                lexical: {
                                    rank: number | null;
                                    score: number | null;
                                    normalised: number;
                                };
                                /** @description Of the words of the query with those of the text, one by one, from 0 to 1. */
                                tokens?: number;
                                /** @description How close it is to the time asked about, from 0 to 1; absent if there is none. */
                                date?: number;
                                fused: number;
                                /** @description By the second look; `score` is null when the reranker could not be asked. */
                                rerank?: {
                                    /** @enum {string} */
                                    by: "local" | "http";
                                    score: number | null;
                                };
                                /** @enum {string} */
                                path: "exact" | "quantised" | "hnsw";
                                /** @description What kept others out, as it was applied. */
                                filters: {
                                    [key: string]: unknown;
                                };
                            };
                        }[];
                        total: number;
                        /** @description Milliseconds. */
                        timing: number;
                        /** @description Of the chunks and memories most like the query, those that are not among the results, and why. */
                        leftOut?: {
                            belowThreshold: number;
                            filtered: number;
                            superseded: number;
                            forgotten: number;
                            examples: {
                                /** @enum {string} */
                                reason: "belowThreshold" | "filtered" | "superseded" | "forgotten";
                                score: number;
                                documentId?: string;
                                position?: number;
                                id?: string;
                                memory?: string;
                            }[];
                        };
                        /** @description What was searched in place of `q`. */
                        rewrittenQuery?: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3Search: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What to look for, in plain words.
                     * @example where does Ada live now?
                     */
                    q: string;
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    /** @default 10 */
                    limit?: number;
                    filters?: components["schemas"]["QueryFilter"];
                    /** @description A whole path, or everything below it when it ends with `/`. */
                    filepath?: string;
                    /** @description Only what was known at this date. */
                    asOf?: string;
                    /**
                     * @description Looks at the best results again.
                     * @default false
                     */
                    rerank?: boolean;
                    /**
                     * @description Corrects slips by the words that are there.
                     * @default false
                     */
                    rewriteQuery?: boolean;
                    /**
                     * @description Says for each result why it is there, and what was left out.
                     * @default false
                     */
                    explain?: boolean;
                    /**
                     * @description Chunks that score less are left out.
                     * @default 0
                     */
                    chunkThreshold?: number;
                    /**
                     * @description Documents that score less are left out.
                     * @default 0
                     */
                    documentThreshold?: number;
                    /** @description Search within one document, by id or customId. */
                    docId?: string;
                    /** @description Only documents whose container tag, or metadata `userId`, is this. */
                    userId?: string;
                    /** @description Only documents of these subjects. */
                    categoriesFilter?: ("technology" | "science" | "business" | "health")[];
                    /** @default false */
                    includeFullDocs?: boolean;
                    /** @default false */
                    includeSummary?: boolean;
                    /**
                     * @description When false, the chunks before and after each come along, not relevant.
                     * @default true
                     */
                    onlyMatchingChunks?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            documentId: string;
                            title: string | null;
                            type: string;
                            score: number;
                            chunks: {
                                content: string;
                                /** @description False for a chunk that only came along for context. */
                                isRelevant: boolean;
                                score: number;
                                position: number;
                                /** @description The span of the document’s text (`raw`, else `content`) in UTF-16 units; in a file the page, slide or sheet, or the time of the recording, in milliseconds and as people write it. */
                                place?: {
                                    start: number;
                                    end: number;
                                    page?: number;
                                    endPage?: number;
                                    at?: number;
                                    timestamp?: string;
                                };
                                explain?: {
                                    dense: {
                                        rank: number | null;
                                        score: number | null;
                                        normalised: number;
                                    };
                                    lexical: {
                                        rank: number | null;
                                        score: number | null;
                                        normalised: number;
                                    };
                                    /** @description Of the words of the query with those of the text, one by one, from 0 to 1. */
                                    tokens?: number;
                                    /** @description How close it is to the time asked about, from 0 to 1; absent if there is none. */
                                    date?: number;
                                    fused: number;
                                    /** @description By the second look; `score` is null when the reranker could not be asked. */
                                    rerank?: {
                                        /** @enum {string} */
                                        by: "local" | "http";
                                        score: number | null;
                                    };
                                    /** @enum {string} */
                                    path: "exact" | "quantised" | "hnsw";
                                };
                            }[];
                            metadata: {
                                [key: string]: unknown;
                            } | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            summary?: string | null;
                            content?: string;
                            explain?: {
                                dense: {
                                    rank: number | null;
                                    score: number | null;
                                    normalised: number;
                                };
                                lexical: {
                                    rank: number | null;
                                    score: number | null;
                                    normalised: number;
                                };
                                /** @description Of the words of the query with those of the text, one by one, from 0 to 1. */
                                tokens?: number;
                                /** @description How close it is to the time asked about, from 0 to 1; absent if there is none. */
                                date?: number;
                                fused: number;
                                /** @description By the second look; `score` is null when the reranker could not be asked. */
                                rerank?: {
                                    /** @enum {string} */
                                    by: "local" | "http";
                                    score: number | null;
                                };
                                /** @enum {string} */
                                path: "exact" | "quantised" | "hnsw";
                                /** @description What kept others out, as it was applied. */
                                filters: {
                                    [key: string]: unknown;
                                };
                            };
                        }[];
                        total: number;
                        /** @description Milliseconds. */
                        timing: number;
                        /** @description Of the chunks and memories most like the query, those that are not among the results, and why. */
                        leftOut?: {
                            belowThreshold: number;
                            filtered: number;
                            superseded: number;
                            forgotten: number;
                            examples: {
                                /** @enum {string} */
                                reason: "belowThreshold" | "filtered" | "superseded" | "forgotten";
                                score: number;
                                documentId?: string;
                                position?: number;
                                id?: string;
                                memory?: string;
                            }[];
                        };
                        /** @description What was searched in place of `q`. */
                        rewrittenQuery?: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV4Search: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What to look for, in plain words.
                     * @example where does Ada live now?
                     */
                    q: string;
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    /** @default 10 */
                    limit?: number;
                    filters?: components["schemas"]["QueryFilter"];
                    /** @description A whole path, or everything below it when it ends with `/`. */
                    filepath?: string;
                    /** @description Only what was known at this date. */
                    asOf?: string;
                    /**
                     * @description Looks at the best results again.
                     * @default false
                     */
                    rerank?: boolean;
                    /**
                     * @description Corrects slips by the words that are there.
                     * @default false
                     */
                    rewriteQuery?: boolean;
                    /**
                     * @description Says for each result why it is there, and what was left out.
                     * @default false
                     */
                    explain?: boolean;
                    /**
                     * @description What is known, the chunks of documents, or both.
                     * @default memories
                     * @enum {string}
                     */
                    searchMode?: "memories" | "hybrid" | "documents";
                    /**
                     * @description What is less similar is left out.
                     * @default 0.6
                     */
                    threshold?: number;
                    /** @default false */
                    aggregate?: boolean;
                    /** @default {} */
                    include?: {
                        /** @default false */
                        documents?: boolean;
                        /** @default false */
                        summaries?: boolean;
                        /** @default false */
                        relatedMemories?: boolean;
                        /** @default false */
                        forgottenMemories?: boolean;
                        /** @default false */
                        chunks?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: ({
                            id: string;
                            memory: string;
                            similarity: number;
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** Format: date-time */
                            updatedAt: string;
                            version: number;
                            /** @description Of the document it comes from. */
                            filepath: string | null;
                            context?: {
                                parents: {
                                    /** @enum {string} */
                                    relation: "updates" | "extends" | "derives";
                                    /** @description Steps along the chain: −1, −2 … before, +1, +2 … after. */
                                    version?: number;
                                    memory: string;
                                    metadata: string | number | boolean | null | {
                                        [key: string]: unknown;
                                    } | unknown[];
                                    /** Format: date-time */
                                    updatedAt: string;
                                }[];
                                children: {
                                    /** @enum {string} */
                                    relation: "updates" | "extends" | "derives";
                                    /** @description Steps along the chain: −1, −2 … before, +1, +2 … after. */
                                    version?: number;
                                    memory: string;
                                    metadata: string | number | boolean | null | {
                                        [key: string]: unknown;
                                    } | unknown[];
                                    /** Format: date-time */
                                    updatedAt: string;
                                }[];
                                related: {
                                    /** @enum {string} */
                                    relation: "updates" | "extends" | "derives";
                                    /** @description Steps along the chain: −1, −2 … before, +1, +2 … after. */
                                    version?: number;
                                    memory: string;
                                    metadata: string | number | boolean | null | {
                                        [key: string]: unknown;
                                    } | unknown[];
                                    /** Format: date-time */
                                    updatedAt: string;
                                }[];
                            };
                            documents?: {
                                id: string;
                                title: string | null;
                                type: string;
                                metadata: string | number | boolean | null | {
                                    [key: string]: unknown;
                                } | unknown[];
                                summary?: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                updatedAt: string;
                            }[];
                            chunks?: {
                                content: string;
                                /** @description False for a chunk that only came along for context. */
                                isRelevant: boolean;
                                score: number;
                                position: number;
                                /** @description The span of the document’s text (`raw`, else `content`) in UTF-16 units; in a file the page, slide or sheet, or the time of the recording, in milliseconds and as people write it. */
                                place?: {
                                    start: number;
                                    end: number;
                                    page?: number;
                                    endPage?: number;
                                    at?: number;
                                    timestamp?: string;
                                };
                                documentId: string;
                            }[];
                            explain?: {
                                dense: {
                                    rank: number | null;
                                    score: number | null;
                                    normalised: number;
                                };
                                lexical: {
                                    rank: number | null;
                                    score: number | null;
                                    normalised: number;
                                };
                                /** @description Of the words of the query with those of the text, one by one, from 0 to 1. */
                                tokens?: number;
                                /** @description How close it is to the time asked about, from 0 to 1; absent if there is none. */
                                date?: number;
                                fused: number;
                                /** @description By the second look; `score` is null when the reranker could not be asked. */
                                rerank?: {
                                    /** @enum {string} */
                                    by: "local" | "http";
                                    score: number | null;
                                };
                                /** @enum {string} */
                                path: "exact" | "quantised" | "hnsw";
                                /** @description What kept others out, as it was applied. */
                                filters: {
                                    [key: string]: unknown;
                                };
                            };
                        } | {
                            id: string;
                            similarity: number;
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description Of the document it comes from. */
                            filepath: string | null;
                            documents?: {
                                id: string;
                                title: string | null;
                                type: string;
                                metadata: string | number | boolean | null | {
                                    [key: string]: unknown;
                                } | unknown[];
                                summary?: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                updatedAt: string;
                            }[];
                            chunk: string;
                            /** @description The span of the document’s text (`raw`, else `content`) in UTF-16 units; in a file the page, slide or sheet, or the time of the recording, in milliseconds and as people write it. */
                            place: {
                                start: number;
                                end: number;
                                page?: number;
                                endPage?: number;
                                at?: number;
                                timestamp?: string;
                            };
                            chunks?: {
                                content: string;
                                /** @description False for a chunk that only came along for context. */
                                isRelevant: boolean;
                                score: number;
                                position: number;
                                /** @description The span of the document’s text (`raw`, else `content`) in UTF-16 units; in a file the page, slide or sheet, or the time of the recording, in milliseconds and as people write it. */
                                place?: {
                                    start: number;
                                    end: number;
                                    page?: number;
                                    endPage?: number;
                                    at?: number;
                                    timestamp?: string;
                                };
                                documentId: string;
                            }[];
                            explain?: {
                                dense: {
                                    rank: number | null;
                                    score: number | null;
                                    normalised: number;
                                };
                                lexical: {
                                    rank: number | null;
                                    score: number | null;
                                    normalised: number;
                                };
                                /** @description Of the words of the query with those of the text, one by one, from 0 to 1. */
                                tokens?: number;
                                /** @description How close it is to the time asked about, from 0 to 1; absent if there is none. */
                                date?: number;
                                fused: number;
                                /** @description By the second look; `score` is null when the reranker could not be asked. */
                                rerank?: {
                                    /** @enum {string} */
                                    by: "local" | "http";
                                    score: number | null;
                                };
                                /** @enum {string} */
                                path: "exact" | "quantised" | "hnsw";
                                /** @description What kept others out, as it was applied. */
                                filters: {
                                    [key: string]: unknown;
                                };
                            };
                        })[];
                        total: number;
                        /** @description Milliseconds. */
                        timing: number;
                        /** @description Of the chunks and memories most like the query, those that are not among the results, and why. */
                        leftOut?: {
                            belowThreshold: number;
                            filtered: number;
                            superseded: number;
                            forgotten: number;
                            examples: {
                                /** @enum {string} */
                                reason: "belowThreshold" | "filtered" | "superseded" | "forgotten";
                                score: number;
                                documentId?: string;
                                position?: number;
                                id?: string;
                                memory?: string;
                            }[];
                        };
                        /** @description What was searched in place of `q`. */
                        rewrittenQuery?: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3AuthScopedKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    containerTag: string;
                    name?: string;
                    expiresInDays?: number;
                    /** @default 500 */
                    rateLimitMax?: number;
                    /**
                     * @description Milliseconds.
                     * @default 60000
                     */
                    rateLimitTimeWindow?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The key value. Shown only now. */
                        key: string;
                        id: string;
                        name: string;
                        containerTag: string;
                        expiresAt: string | null;
                        allowedEndpoints: string[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deleteV3AuthScopedKeyById: {
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3AuthKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            type: "organization" | "scoped";
                            containerTag: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            expiresAt: string | null;
                            disabledAt: string | null;
                            lastUsedAt: string | null;
                        }[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3Session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: {
                            id: string;
                            name: string;
                        };
                        org: {
                            id: string;
                            name: string;
                            slug: string;
                        };
                        /** @constant */
                        role: "owner";
                        /** @enum {string} */
                        accessType: "full" | "restricted";
                        containerTags?: string[];
                        scope: {
                            /** @enum {string} */
                            type: "full" | "scoped";
                            containerTag?: string;
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3Settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        shouldLLMFilter?: boolean | null;
                        filterPrompt?: string | null;
                        categories?: string[] | null;
                        includeItems?: string[] | null;
                        excludeItems?: string[] | null;
                        filterTags?: {
                            tag: string;
                            score: number;
                        }[] | null;
                        chunkSize?: number | null;
                        profileBuckets?: {
                            key: string;
                            description: string;
                        }[] | null;
                        workspacePrompt?: string | null;
                        googleDriveCustomKeyEnabled?: boolean | null;
                        googleDriveClientId?: string | null;
                        googleDriveClientSecret?: string | null;
                        notionCustomKeyEnabled?: boolean | null;
                        notionClientId?: string | null;
                        notionClientSecret?: string | null;
                        onedriveCustomKeyEnabled?: boolean | null;
                        onedriveClientId?: string | null;
                        onedriveClientSecret?: string | null;
                        githubCustomKeyEnabled?: boolean | null;
                        githubClientId?: string | null;
                        githubClientSecret?: string | null;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    patchV3Settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    shouldLLMFilter?: boolean | null;
                    filterPrompt?: string | null;
                    categories?: string[] | null;
                    includeItems?: string[] | null;
                    excludeItems?: string[] | null;
                    filterTags?: {
                        tag: string;
                        score: number;
                    }[] | null;
                    chunkSize?: number | null;
                    profileBuckets?: {
                        key: string;
                        description: string;
                    }[] | null;
                    workspacePrompt?: string | null;
                    googleDriveCustomKeyEnabled?: boolean | null;
                    googleDriveClientId?: string | null;
                    googleDriveClientSecret?: string | null;
                    notionCustomKeyEnabled?: boolean | null;
                    notionClientId?: string | null;
                    notionClientSecret?: string | null;
                    onedriveCustomKeyEnabled?: boolean | null;
                    onedriveClientId?: string | null;
                    onedriveClientSecret?: string | null;
                    githubCustomKeyEnabled?: boolean | null;
                    githubClientId?: string | null;
                    githubClientSecret?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        orgId: string;
                        orgSlug: string;
                        updated: {
                            shouldLLMFilter?: boolean | null;
                            filterPrompt?: string | null;
                            categories?: string[] | null;
                            includeItems?: string[] | null;
                            excludeItems?: string[] | null;
                            filterTags?: {
                                tag: string;
                                score: number;
                            }[] | null;
                            chunkSize?: number | null;
                            profileBuckets?: {
                                key: string;
                                description: string;
                            }[] | null;
                            workspacePrompt?: string | null;
                            googleDriveCustomKeyEnabled?: boolean | null;
                            googleDriveClientId?: string | null;
                            googleDriveClientSecret?: string | null;
                            notionCustomKeyEnabled?: boolean | null;
                            notionClientId?: string | null;
                            notionClientSecret?: string | null;
                            onedriveCustomKeyEnabled?: boolean | null;
                            onedriveClientId?: string | null;
                            onedriveClientSecret?: string | null;
                            githubCustomKeyEnabled?: boolean | null;
                            githubClientId?: string | null;
                            githubClientSecret?: string | null;
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    putV2Settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    shouldLLMFilter?: boolean | null;
                    filterPrompt?: string | null;
                    categories?: string[] | null;
                    includeItems?: string[] | null;
                    excludeItems?: string[] | null;
                    filterTags?: {
                        tag: string;
                        score: number;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        settings: {
                            shouldLLMFilter?: boolean | null;
                            filterPrompt?: string | null;
                            categories?: string[] | null;
                            includeItems?: string[] | null;
                            excludeItems?: string[] | null;
                            filterTags?: {
                                tag: string;
                                score: number;
                            }[] | null;
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3GoldenQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        questions: {
                            id: string;
                            question: string;
                            expected: string[];
                            containerTag: string | null;
                            /** Format: date-time */
                            createdAt: string;
                        }[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3GoldenQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example where does Ada live now? */
                    question: string;
                    /** @description The documents that hold the answer, by id or customId. */
                    expected: string[];
                    /**
                     * @description Where to ask. Absent: in the whole organization.
                     * @example user_42
                     */
                    containerTag?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        question: string;
                        expected: string[];
                        containerTag: string | null;
                        /** Format: date-time */
                        createdAt: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deleteV3GoldenQuestionsById: {
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3AnalyticsUsage: {
        parameters: {
            query?: {
                /** @description Figures are kept by the hour; the hour of `from` counts whole. */
                from?: string;
                /** @description Now unless given. The hour it falls into counts whole. */
                to?: string;
                /** @description How far back from `to`, when there is no `from`. */
                period?: "1h" | "24h" | "7d" | "30d" | "all";
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        usage: {
                            /**
                             * @description What was asked for.
                             * @enum {string}
                             */
                            type: "add" | "update" | "delete" | "get" | "list" | "search" | "search_v4" | "profile" | "memory" | "chat" | "request";
                            count: number;
                            /** @description Milliseconds, the mean. */
                            avgDuration: number;
                            /** Format: date-time */
                            lastUsed: string;
                        }[];
                        hourly: {
                            /**
                             * Format: date-time
                             * @description When the hour began. Hours without requests are left out.
                             */
                            hour: string;
                            /** @description The same in milliseconds since 1970. */
                            timestamp: number;
                            count: number;
                            /** @description Milliseconds, the mean. */
                            avgDuration: number;
                        }[];
                        byKey: {
                            apiKeyId: string;
                            /** @description The same as `apiKeyId`. */
                            keyId: string;
                            keyName: string;
                            count: number;
                            /** Format: date-time */
                            lastUsed: string;
                            /** @description Milliseconds, the mean. */
                            avgDuration: number;
                        }[];
                        /** @description Of `byKey`, the one list that can be long; the others are always whole. */
                        pagination: {
                            currentPage: number;
                            totalPages: number;
                            limit: number;
                            totalItems: number;
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3AnalyticsErrors: {
        parameters: {
            query?: {
                /** @description Figures are kept by the hour; the hour of `from` counts whole. */
                from?: string;
                /** @description Now unless given. The hour it falls into counts whole. */
                to?: string;
                /** @description How far back from `to`, when there is no `from`. */
                period?: "1h" | "24h" | "7d" | "30d" | "all";
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /**
                             * @description What was asked for.
                             * @enum {string}
                             */
                            type: "add" | "update" | "delete" | "get" | "list" | "search" | "search_v4" | "profile" | "memory" | "chat" | "request";
                            /** @description 499 where the client left before it was answered. */
                            statusCode: number;
                            count: number;
                            /** @description Percent of all errors. */
                            percentage: number;
                        }[];
                        summary: {
                            /**
                             * @description What was asked for.
                             * @enum {string}
                             */
                            type: "add" | "update" | "delete" | "get" | "list" | "search" | "search_v4" | "profile" | "memory" | "chat" | "request";
                            totalRequests: number;
                            /** @description Percent of the requests that were answered below 400. */
                            successRate: number;
                            /** @description Percent of the requests that were answered 400 or above. */
                            errorRate: number;
                            /** Format: date-time */
                            lastRequest: string;
                        }[];
                        hourly: {
                            /**
                             * Format: date-time
                             * @description When the hour began. Hours without requests are left out.
                             */
                            hour: string;
                            /** @description The same in milliseconds since 1970. */
                            timestamp: number;
                            count: number;
                            /** @description Percent of the requests that were answered 400 or above. */
                            errorRate: number;
                            errorCount: number;
                        }[];
                        byKey: {
                            apiKeyId: string;
                            /** @description The same as `apiKeyId`. */
                            keyId: string;
                            keyName: string;
                            count: number;
                            /** Format: date-time */
                            lastUsed: string;
                            /** @description Percent of the requests that were answered 400 or above. */
                            errorRate: number;
                            errorCount: number;
                        }[];
                        /** @description Of `byKey`, the one list that can be long; the others are always whole. */
                        pagination: {
                            currentPage: number;
                            totalPages: number;
                            limit: number;
                            totalItems: number;
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3AnalyticsChat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        overview: {
                            /** @description The period up to now, and the one of the same length before it. */
                            "7d": {
                                /** @description Tokens processed less tokens sent, never below zero: what prompts would have carried had all that was added gone into them, instead of what was found. */
                                totalTokensSaved: {
                                    current: number;
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the content that was added, estimated as a quarter of its characters. */
                                tokensProcessed: {
                                    current: number;
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the texts that searches and profiles answered with, estimated likewise. */
                                tokensSent: {
                                    current: number;
                                    previousPeriod: number;
                                };
                                /** @description US dollars: tokens saved at TOKEN_PRICE_USD_PER_MILLION. */
                                amountSaved: {
                                    current: number;
                                    previousPeriod: number;
                                };
                            };
                            /** @description The period up to now, and the one of the same length before it. */
                            "30d": {
                                /** @description Tokens processed less tokens sent, never below zero: what prompts would have carried had all that was added gone into them, instead of what was found. */
                                totalTokensSaved: {
                                    current: number;
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the content that was added, estimated as a quarter of its characters. */
                                tokensProcessed: {
                                    current: number;
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the texts that searches and profiles answered with, estimated likewise. */
                                tokensSent: {
                                    current: number;
                                    previousPeriod: number;
                                };
                                /** @description US dollars: tokens saved at TOKEN_PRICE_USD_PER_MILLION. */
                                amountSaved: {
                                    current: number;
                                    previousPeriod: number;
                                };
                            };
                            /** @description The period up to now, and the one of the same length before it. */
                            "90d": {
                                /** @description Tokens processed less tokens sent, never below zero: what prompts would have carried had all that was added gone into them, instead of what was found. */
                                totalTokensSaved: {
                                    current: number;
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the content that was added, estimated as a quarter of its characters. */
                                tokensProcessed: {
                                    current: number;
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the texts that searches and profiles answered with, estimated likewise. */
                                tokensSent: {
                                    current: number;
                                    previousPeriod: number;
                                };
                                /** @description US dollars: tokens saved at TOKEN_PRICE_USD_PER_MILLION. */
                                amountSaved: {
                                    current: number;
                                    previousPeriod: number;
                                };
                            };
                            /** @description Everything since USAGE_RETENTION_DAYS ago. Nothing came before it, so its `previousPeriod` is 0. */
                            lifetime: {
                                /** @description Tokens processed less tokens sent, never below zero: what prompts would have carried had all that was added gone into them, instead of what was found. */
                                totalTokensSaved: {
                                    current: number;
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the content that was added, estimated as a quarter of its characters. */
                                tokensProcessed: {
                                    current: number;
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the texts that searches and profiles answered with, estimated likewise. */
                                tokensSent: {
                                    current: number;
                                    previousPeriod: number;
                                };
                                /** @description US dollars: tokens saved at TOKEN_PRICE_USD_PER_MILLION. */
                                amountSaved: {
                                    current: number;
                                    previousPeriod: number;
                                };
                            };
                        };
                        analytics: {
                            usage: {
                                /**
                                 * @description In UTC.
                                 * @enum {string}
                                 */
                                currentDay: "Sun" | "Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat";
                                /** @description Tokens processed and sent on each day of this week, which began on Sunday. */
                                tokensByDay: {
                                    Sun: number;
                                    Mon: number;
                                    Tue: number;
                                    Wed: number;
                                    Thu: number;
                                    Fri: number;
                                    Sat: number;
                                };
                            };
                            latency: {
                                /** @description Mean duration of the requests of the last 24 hours. */
                                current: number;
                                /** @constant */
                                unit: "ms";
                                /** @description By the hour, the last 24, oldest first; 0 without requests. */
                                trend: number[];
                            };
                            apiUsage: {
                                /** @description Requests of this calendar month. */
                                current: number;
                                /** @description 0: there is none. */
                                limit: number;
                            };
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3ContainerTagsList: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string | null;
                        containerTag: string;
                        description: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        isExperimental: boolean;
                        isNova: boolean;
                        documentCount: number;
                        memoryCount: number;
                        /** @description Of its documents, a token being four characters. */
                        tokenCount: number;
                        /** Format: date-time */
                        lastActivityAt: string;
                        entityContext: string | null;
                        memoryFilesystemPaths: string[] | null;
                        profileBuckets: {
                            key: string;
                            description: string;
                        }[] | null;
                    }[];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3ContainerTagsByTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Groups documents, for example one tag per end user. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string | null;
                        containerTag: string;
                        description: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        isExperimental: boolean;
                        isNova: boolean;
                        documentCount: number;
                        memoryCount: number;
                        /** @description Of its documents, a token being four characters. */
                        tokenCount: number;
                        /** Format: date-time */
                        lastActivityAt: string;
                        entityContext: string | null;
                        memoryFilesystemPaths: string[] | null;
                        profileBuckets: {
                            key: string;
                            description: string;
                        }[] | null;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deleteV3ContainerTagsByTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Groups documents, for example one tag per end user. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the receipt of what is removed: `GET /v3/erasures/{id}`. */
                    "X-Erasure-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        containerTag: string;
                        deletedDocumentsCount: number;
                        deletedMemoriesCount: number;
                        /** @description The receipt: `GET /v3/erasures/{id}`. (ours) */
                        erasureId: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    patchV3ContainerTagsByTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Groups documents, for example one tag per end user. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string | null;
                    entityContext?: string | null;
                    memoryFilesystemPaths?: string[] | null;
                    profileBuckets?: {
                        key: string;
                        description: string;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string | null;
                        containerTag: string;
                        description: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        isExperimental: boolean;
                        isNova: boolean;
                        documentCount: number;
                        memoryCount: number;
                        /** @description Of its documents, a token being four characters. */
                        tokenCount: number;
                        /** Format: date-time */
                        lastActivityAt: string;
                        entityContext: string | null;
                        memoryFilesystemPaths: string[] | null;
                        profileBuckets: {
                            key: string;
                            description: string;
                        }[] | null;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3ContainerTagsMerge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Emptied, then gone. */
                    containerTags: string[];
                    /**
                     * @description Made when there is none.
                     * @example user_42
                     */
                    targetContainerTag: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @constant */
                        status: "queued";
                        mergeId: string;
                        targetTag: string;
                        sourceTags: string[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3ContainerTagsMergeById: {
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mergeId: string;
                        /** @enum {string} */
                        status: "queued" | "running" | "done";
                        targetTag: string;
                        sourceTags: string[];
                        movedDocuments: number;
                        /** Format: date-time */
                        createdAt: string;
                        startedAt: string | null;
                        finishedAt: string | null;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3ContainerTagsByTagInferred: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Groups documents, for example one tag per end user. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memories: {
                            id: string;
                            memory: string;
                            /** Format: date-time */
                            createdAt: string;
                            updatedAt: string | null;
                            isLatest: boolean;
                            isForgotten: boolean;
                            isStatic: boolean;
                            isInference: boolean;
                            version: number;
                            sourceCount: number;
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            parentMemoryId: string | null;
                            rootMemoryId: string | null;
                            /** @description Of how many memories it was derived. */
                            parentCount: number;
                        }[];
                        /** @description How many are in this answer. */
                        total: number;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3ContainerTagsByTagInferredByMemoryIdReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Groups documents, for example one tag per end user. */
                tag: string;
                memoryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "approve" | "decline" | "undo";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        isInference: boolean;
                        isForgotten: boolean;
                        reviewStatus: ("approved" | "declined") | null;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3Projects: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projects: {
                            id: string;
                            name: string | null;
                            containerTag: string;
                            description: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            isExperimental: boolean;
                            isNova: boolean;
                            documentCount: number;
                            memoryCount: number;
                            /** @description Of its documents, a token being four characters. */
                            tokenCount: number;
                            /** Format: date-time */
                            lastActivityAt: string;
                            entityContext: string | null;
                            memoryFilesystemPaths: string[] | null;
                            profileBuckets: {
                                key: string;
                                description: string;
                            }[] | null;
                        }[];
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3Projects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string | null;
                        containerTag: string;
                        description: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        isExperimental: boolean;
                        isNova: boolean;
                        documentCount: number;
                        memoryCount: number;
                        /** @description Of its documents, a token being four characters. */
                        tokenCount: number;
                        /** Format: date-time */
                        lastActivityAt: string;
                        entityContext: string | null;
                        memoryFilesystemPaths: string[] | null;
                        profileBuckets: {
                            key: string;
                            description: string;
                        }[] | null;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deleteV3ProjectsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id or its container tag. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the receipt of what is removed: `GET /v3/erasures/{id}`. */
                    "X-Erasure-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        message: string;
                        documentsAffected: number;
                        memoriesAffected: number;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3ErasuresById: {
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
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        kind: "document" | "documents" | "memory" | "container";
                        /** @description The document, memory or container; null when there were many. */
                        targetId: string | null;
                        /** @enum {string} */
                        outcome: "erased" | "forgotten";
                        /** @enum {string} */
                        status: "pending" | "done";
                        /** @description How many documents, memories or container tags were named. */
                        requested: number;
                        /** @description Rows, or files, that were removed so far, by layer. */
                        removed: {
                            /** @description Of documents, their contents, chunks, metadata and attempts, and of container tags. */
                            rows: number;
                            vectors: number;
                            textIndex: number;
                            /** @description Uploaded files. */
                            blobs: number;
                            /** @description Memories, their sources, relations and metadata. */
                            memories: number;
                            /** @description What was read from documents to form memories. */
                            facts: number;
                            caches: number;
                        };
                        /** @description What a scan finds of it now, by layer. */
                        found: {
                            /** @description Of documents, their contents, chunks, metadata and attempts, and of container tags. */
                            rows: number;
                            vectors: number;
                            textIndex: number;
                            /** @description Uploaded files. */
                            blobs: number;
                            /** @description Memories, their sources, relations and metadata. */
                            memories: number;
                            /** @description What was read from documents to form memories. */
                            facts: number;
                            caches: number;
                        };
                        /** @description What the scan has looked for: all that was named and all files, but of very many only the first 100,000 documents and 100 files. */
                        checked: {
                            targets: number;
                            blobs: number;
                        };
                        /** @description Whether it is done and the scan found nothing. */
                        isClean: boolean;
                        /** @description What is kept on purpose. */
                        remains: {
                            what: string;
                            count: number;
                            why: string;
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                        finishedAt: string | null;
                        /** Format: date-time */
                        verifiedAt: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3ConnectionsList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Groups documents, for example one tag per end user.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @deprecated */
                    containerTags?: string[];
                    /** @enum {string} */
                    provider?: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt?: string;
                        email?: string;
                        documentLimit?: number;
                        containerTags?: string[];
                        metadata?: {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3ConnectionsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a connection, or a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt?: string;
                        email?: string;
                        documentLimit?: number;
                        containerTags?: string[];
                        metadata?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3ConnectionsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The provider to connect to. */
                id: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        authLink: string;
                        expiresIn: string;
                        redirectsTo?: string;
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deleteV3ConnectionsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a connection, or a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3ConnectionsByProviderConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        expiresAt?: string;
                        email?: string;
                        documentLimit?: number;
                        containerTags?: string[];
                        metadata?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3ConnectionsByProviderImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3ConnectionsByProviderDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3ConnectionsByIdResources: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a connection, or a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3ConnectionsByIdConfigure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a connection, or a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3ConnectionsByIdSyncRuns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a connection, or a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
}
