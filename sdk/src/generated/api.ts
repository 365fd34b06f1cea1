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
        /**
         * Add up to 600 documents
         * @description Adds texts, addresses and objects in one request. Fields at the top level apply to every item; fields of an item override them, and `metadata` is merged key by key. Items with a `documentDate` are processed oldest first.
         *
         *     An invalid item does not fail the request: its result has `status` `error`, and `failed` counts it. Results keep the order of the items.
         *
         *     An item whose database does not respond has `retryable` true: send the same batch again with the same `Idempotency-Key`, and the server adds only the missing items. When no item could be added for that reason, the response is 503.
         */
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
        /**
         * Delete many documents
         * @description Deletes documents by `ids`, by container tags or by path. Each field you send narrows the selection; at least one is required. Ids that are not found are listed in `errors` and do not fail the request.
         */
        delete: operations["deleteV3DocumentsBulk"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/reprocess": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reprocess documents after a change of settings
         * @description Queues documents for processing again: the documents in `ids`, or all documents of `containerTags`. Searches use the old chunks until the new ones are ready. A call queues at most 10,000 documents. Send its `after` in another call to continue.
         */
        post: operations["postV3DocumentsReprocess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry failed documents
         * @description Queues failed documents again with fresh attempts: those of the organization, or of `containerTags`, selected by `codes` and `since`. If only the dreaming of a document failed, only dreaming runs again. A call queues at most 10,000 documents. Send its `after` in another call to continue.
         */
        post: operations["postV3DocumentsRetry"];
        delete?: never;
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
        /**
         * List documents with their memories
         * @description Returns one page of whole documents, each with its content and the memories extracted from it (`memoryEntries`). Use `POST /v3/documents/list` when you need neither.
         */
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
        /**
         * Add a file
         * @description Accepts a form with a `file` and responds at once; the file is read in the background. Text, Markdown, HTML, PDF, office documents, mail, tables, code, images and recordings become text. The content decides the file type, not the file name. A file may have 50 MB unless the operator sets another limit. The extracted text is `raw`. A file that cannot be read ends `failed` with an `errorCode`.
         */
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
        /**
         * Get a link to the file
         * @description Returns a signed address from which anyone can download the file for 24 hours, without a key. For a document added by its address, the link leads to the fetched content. A document without a file is 404.
         */
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
        /**
         * Download a file by its link
         * @description Returns the file behind a link of `GET /v3/documents/{id}/file-url`, as an attachment. It needs no key: the token grants access. The response is 404 when the link was altered or has expired, or the document was deleted.
         */
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
        /**
         * Add a document
         * @description Accepts text, or one http(s) address, and responds at once with the id. Processing runs in the background. Poll `GET /v3/documents/{id}` or watch `GET /v3/documents/{id}/events` until `status` is `done`.
         *
         *     Content that is exactly one address is fetched; anything else is text. Adding a `customId` that already exists in the container updates that document. Identical content changes nothing. Content that begins with the stored text is appended. Any other content replaces the stored text. Text may have 1,000,000 bytes unless the operator sets another limit. Use `POST /v3/documents/batch` for many documents and `POST /v3/documents/file` for files.
         */
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
        /**
         * List documents
         * @description Returns one page of documents, newest first, without their content unless `includeContent` is true. Narrow the list by container tag, path or metadata `filters`; without any of them it covers the whole organization, or the container of a scoped key.
         */
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
        /**
         * List documents in processing
         * @description Returns documents that are not finished yet, newest first. Use it to show progress after an import, or to find documents that are stuck. A document leaves every view when it is `done`.
         */
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
        /**
         * Get a document
         * @description Returns a document with its status, its extracted text and the memories extracted from it. You can get a document right after adding it. `memories` is absent while there are none.
         */
        get: operations["getV3DocumentsById"];
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description Removes a document from get, list and search at once, and purges its chunks, vectors and file in the background. Memories that cite only this document are forgotten. The header `X-Erasure-Id` names a receipt that shows when the purge is complete.
         */
        delete: operations["deleteV3DocumentsById"];
        options?: never;
        head?: never;
        /**
         * Update a document
         * @description Changes the fields you send and keeps all others. New `content` replaces the old, raises `latestRevision` and starts processing again; the old text stays searchable until the new text is ready. Metadata, path and tags take effect at once and need no processing. A different first tag moves the document to that container.
         */
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
        /**
         * Watch a document being processed
         * @description Streams server-sent events named `document`: the current state at once, then every change. The stream ends when dreaming is finished, or when the document `failed` or is deleted. It also ends when the key is disabled or expires, and after an hour at most. A key may have 20 open streams; more get 429 `stream.limited`. Use it instead of polling.
         */
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
        /**
         * List processing attempts
         * @description Returns every attempt to process the document, newest first, with the stage it reached and its error. `llmCalls` shows the tokens and the cost of each language model call. Use it to find out why a document failed or was slow.
         */
        get: operations["getV3DocumentsByIdAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed document
         * @description Queues a failed document again and resets its attempts. If only dreaming failed, only dreaming runs again. For any other document the response is 409.
         */
        post: operations["postV3DocumentsByIdRetry"];
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
        /**
         * List the chunks of a document
         * @description Returns the chunks that search compares with a query, in reading order. Use it to check how a file was read and split.
         */
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
        /**
         * Add a document (alias)
         * @description Alias of `POST /v3/documents`, which existing clients use: same request, same response.
         */
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
        /**
         * List documents (alias)
         * @description Alias of `POST /v3/documents/list`, which existing clients use: same request, same response.
         */
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
        /**
         * Add a file (alias)
         * @description Alias of `POST /v3/documents/file`, which existing clients use: same request, same response.
         */
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
        /**
         * Get a document (alias)
         * @description Alias of `GET /v3/documents/{id}`, which existing clients use: same request, same response.
         */
        get: operations["getV3MemoriesById"];
        put?: never;
        post?: never;
        /**
         * Delete a document (alias)
         * @description Alias of `DELETE /v3/documents/{id}`, which existing clients use: same request, same response.
         */
        delete: operations["deleteV3MemoriesById"];
        options?: never;
        head?: never;
        /**
         * Update a document (alias)
         * @description Alias of `PATCH /v3/documents/{id}`, which existing clients use: same request, same response.
         */
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
        /**
         * Add or continue a conversation
         * @description Stores chat messages as one document whose `customId` is the `conversationId`. Send the whole conversation each time, its last messages, or only the new ones: messages that are already stored are not stored twice. Needs an organization key.
         */
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
        /**
         * Add memories
         * @description Writes facts directly, without a document. A memory supersedes older memories of the same single-valued attribute, such as a place of residence. A memory with the same text as an existing one is merged with it. Use `POST /v3/documents` when Reverie should extract the facts itself.
         */
        post: operations["postV4Memories"];
        /**
         * Forget a memory
         * @description Marks the memory that `id` or its exact `content` names as forgotten: it leaves search and profile, and stays as history. `POST /v4/memories/{id}/undo` restores it. To erase data for good, delete its documents or its container tag.
         */
        delete: operations["deleteV4Memories"];
        options?: never;
        head?: never;
        /**
         * Update a memory
         * @description Writes a new version of the memory that `id` or its exact `content` names. The old version stays as history with `isLatest` false. Fields you do not send keep their values. `POST /v4/memories/{id}/undo` undoes the change.
         */
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
        /**
         * Get a memory with its sources
         * @description Returns a memory with the passages it comes from (`citations`), its earlier versions (`history`), and the reason for each decision to update or extend another memory. Use it to answer "why does the assistant believe this?"
         */
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
        /**
         * List memories
         * @description Returns one page of the latest memories of one or more container tags, each with its earlier versions. Forgotten memories are included only with `include.forgottenMemories`.
         */
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
        /**
         * Forget matching memories
         * @description Forgets the memories that match a `query`, or the memories in `ids`, as one batch. Try it with `dryRun` first: it returns the candidates and changes nothing.
         */
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
        /**
         * Undo the last change of a memory
         * @description Undoes the last change of a memory: it was forgotten, a caller changed it, or it superseded another memory. After undoing a supersession both memories are current, and dreaming does not repeat it.
         */
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
        /**
         * Get a profile
         * @description Returns the current memories of a container tag as a briefing in plain sentences. `static` has facts that last, by section: identity, people, health and other constraints, home, work, preferences, decisions. `dynamic` has plans and what is going on. Put them into the system prompt of a chat. With `q`, the response also contains the memories that `POST /v4/search` finds for it. A tag that was never used has an empty profile.
         */
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
        /**
         * List profile buckets
         * @description Returns the buckets that the profile of a container tag is sorted into: its own, else those of the organization (`PATCH /v3/settings`), else none.
         */
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
        /**
         * Search documents (older generation)
         * @description The same search as `POST /v3/search` with another default: `onlyMatchingChunks` is false, so results include the chunks before and after each match. Needs an organization key. New clients use `/v3/search` or `/v4/search`.
         */
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
        /**
         * Search documents
         * @description Hybrid (vector + keyword) search over chunks, grouped by document. The score of a document is that of its best chunk. Scores run from 0 to 1 and mean the same with every embedding model. Without a container tag the search covers the whole organization, or the container of a scoped key. Use `/v4/search` to find memories.
         */
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
        /**
         * Search memories, documents or both
         * @description Finds memories by default. With `searchMode` `documents` each result is one chunk; with `hybrid` memories and chunks are merged by similarity. Results below `threshold` (default 0.6) are left out. Lower it to about 0.4 if you miss results, or raise it to about 0.7 if results do not answer.
         */
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
        /**
         * Create a scoped key
         * @description Creates a key that is limited to one container tag, which need not exist yet. The value is shown only in this response. Give a scoped key to code you trust with the data of one end user, such as an app on a device.
         */
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
        /**
         * Disable a scoped key
         * @description Within seconds, requests with the key get 401. Documents and memories that were added with it stay. Disable a key of the organization with `reverie keys disable`.
         */
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
        /**
         * List keys
         * @description Returns all keys of the organization, disabled ones included. Their values are never shown again.
         */
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
        /**
         * Get the session of this key
         * @description Returns the organization this key belongs to and whether it is limited to a container tag. Use it to check a key.
         */
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
        /**
         * Get settings
         * @description Returns all settings that have a value. Others are absent. Client secrets are masked.
         */
        get: operations["getV3Settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update settings
         * @description Changes the settings you send and keeps all others; null clears one. Filters and chunk size apply to documents that are processed after the change. A client secret is stored encrypted and never shown again.
         */
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
        /**
         * Update settings (older generation)
         * @description Changes the same settings as `PATCH /v3/settings`, but only some of them. New clients use `/v3/settings`.
         */
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
        /**
         * List golden questions
         * @description Returns the questions with known answers, oldest first.
         */
        get: operations["getV3GoldenQuestions"];
        put?: never;
        /**
         * Add a golden question
         * @description Adds a question and the documents that answer it. `reverie embeddings compare` searches for these questions with two embedding models, before you switch from one to the other.
         */
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
        /**
         * Delete a golden question
         * @description Removes a question. The documents it names are not touched.
         */
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
        /**
         * Get usage figures
         * @description Returns the number and mean duration of requests by type, by hour and by key, for the last 24 hours unless you send `period`, `from` or `to`. Only `byKey` is paginated.
         */
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
        /**
         * Get error figures
         * @description Returns requests with a status of 400 or above by type and status, by hour and by key, for the last 24 hours unless you send `period`, `from` or `to`. Only `byKey` is paginated.
         */
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
        /**
         * Get token and latency figures
         * @description Returns tokens saved over fixed periods, tokens by weekday, latency and requests of this month. It has no parameters.
         */
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
        /**
         * List container tags
         * @description Returns the container tags of the organization, latest activity first, as a bare array of up to 1,000.
         */
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
        /**
         * Get a container tag
         * @description Returns a container tag with its counts and its own settings.
         */
        get: operations["getV3ContainerTagsByTag"];
        put?: never;
        post?: never;
        /**
         * Delete a container tag
         * @description Deletes the tag with all its documents, memories and files. They leave search at once and are purged in the background. The receipt shows when the purge is complete. The tag can be used again at once.
         */
        delete: operations["deleteV3ContainerTagsByTag"];
        options?: never;
        head?: never;
        /**
         * Update or create a container tag
         * @description Changes the fields you send and keeps all others; null clears one. A tag that does not exist is created. You need not create tags beforehand: adding a document creates them.
         */
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
        /**
         * Merge container tags
         * @description Moves all documents and memories of one or more tags into another tag, in the background, and then removes the source tags. `GET /v3/container-tags/merge/{id}` shows the progress. When the organization is spread over several databases, all tags must be in the same one.
         */
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
        /**
         * Get the progress of a merge
         * @description Returns the status of a merge and how many documents it has moved so far.
         */
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
        /**
         * List inferred memories to review
         * @description Returns up to 50 memories that Reverie inferred from others and nobody has reviewed, best supported first. Inferred memories rank lower in search until they are approved. A tag that was never used has an empty list.
         */
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
        /**
         * Review an inferred memory
         * @description `approve` makes the memory rank like a stated one, `decline` forgets it, and `undo` reverts either.
         */
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
        /**
         * List projects
         * @description Returns the container tags that begin with `sm_project_`, latest activity first.
         */
        get: operations["getV3Projects"];
        put?: never;
        /**
         * Create a project
         * @description Creates a container tag named after the project: `Holiday plans` becomes `sm_project_holiday_plans`. If the tag already exists, that project gets the new name.
         */
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
        /**
         * Delete a project
         * @description Deletes the project with all its documents, memories and files, as `DELETE /v3/container-tags/{tag}` does.
         */
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
        /**
         * Get the receipt of a deletion
         * @description Returns the number of rows that a deletion has removed from each layer so far, and the result of a scan made for this request. `isClean` is true when the purge is complete and the scan finds nothing. A receipt contains no content, no name and no tag. A scoped key gets 404 for receipts of deletions made with another key.
         */
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
        /**
         * List connections
         * @description Returns the connections as a bare array. This version has no connector, so it is always empty.
         */
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
        /**
         * Get a connection
         * @description Returns one connection. This version has no connector: an id is 404 and a provider is 400.
         */
        get: operations["getV3ConnectionsById"];
        put?: never;
        /**
         * Connect to a provider
         * @description Starts the authorization of a connection. This version has no connector: the response is 400 with `connection.provider_not_configured`.
         */
        post: operations["postV3ConnectionsById"];
        /**
         * Delete a connection
         * @description Deletes one connection by id, or all connections to a provider. This version has no connector: an id is 404 and a provider is 400.
         */
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
        /**
         * Get the connection to a provider
         * @description Returns the connection of a container tag to a provider. This version has no connector: the response is 400.
         */
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
        /**
         * Import from a provider now
         * @description Starts an import in the background. This version has no connector: the response is 400.
         */
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
        /**
         * List the documents of a provider
         * @description Lists the documents that came from a provider. This version has no connector: the response is 400.
         */
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
        /**
         * List importable resources
         * @description Lists the folders or repositories that a connection could import. This version has no connector: an id is 404 and a provider is 400.
         */
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
        /**
         * Choose resources to import
         * @description Chooses the folders or repositories that a connection imports. This version has no connector: an id is 404 and a provider is 400.
         */
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
        /**
         * List imports of a connection
         * @description Lists the past imports of a connection with their errors. This version has no connector: an id is 404 and a provider is 400.
         */
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
        /**
         * @description Conditions on metadata, combined by `AND` and `OR`: at most five levels deep and 200 conditions. JSON text of the object is accepted too.
         * @example {
         *       "AND": [
         *         {
         *           "key": "plan",
         *           "value": "pro"
         *         }
         *       ]
         *     }
         */
        QueryFilter: {
            /** @description All of these must match. */
            AND: components["schemas"]["__schema0"][];
        } | {
            /** @description At least one of these must match. */
            OR: components["schemas"]["__schema0"][];
        };
        __schema0: {
            /** @description Metadata key, case sensitive. */
            key: string;
            /** @description Value to compare with. */
            value: string | number | boolean;
            /**
             * @description `metadata`: equal. `numeric`: compared by `numericOperator`. `array_contains`: an element is equal. `string_contains`: the text contains it.
             * @default metadata
             * @enum {string}
             */
            filterType?: "metadata" | "numeric" | "array_contains" | "string_contains";
            /** @description Inverts the condition; a missing key then matches. */
            negate?: boolean | ("true" | "false");
            /** @description Compares without regard to upper and lower case. */
            ignoreCase?: boolean | ("true" | "false");
            /**
             * @description How a `numeric` condition compares.
             * @default =
             * @enum {string}
             */
            numericOperator?: ">" | "<" | ">=" | "<=" | "=";
        } | {
            /** @description All of these must match. */
            AND: components["schemas"]["__schema0"][];
        } | {
            /** @description At least one of these must match. */
            OR: components["schemas"]["__schema0"][];
        };
        /** @description The body of every error. */
        ErrorResponse: {
            /** @description The error in a sentence. */
            error: string;
            /** @description More information; for an invalid request, each invalid field as `path: message`. */
            details?: string;
            /** @description Stable code for programs to compare, such as `document.not_found`. */
            code: string;
            /** @description Id of this request in the log; also in the header `x-request-id`. */
            requestId: string;
            /** @description Seconds to wait before the next attempt, as in `Retry-After`. */
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
            header?: {
                /** @description Makes a retry safe: the same key and body within 24 hours get the first response again. Another body with the same key gets 409. Each API key has its own idempotency keys. Up to 255 characters. */
                "Idempotency-Key"?: string;
                /** @description Name of your application, kept as `source` of the document. Up to 255 characters. */
                "x-sm-source"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "containerTag": "user_42",
                 *       "metadata": {
                 *         "source": "import"
                 *       },
                 *       "documents": [
                 *         "Ada plays the viola.",
                 *         {
                 *           "content": "https://example.org/an-article",
                 *           "customId": "article-7"
                 *         },
                 *         {
                 *           "content": "",
                 *           "customId": "empty-1"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description 1 to 600 items: the content alone, or an object with the fields of `POST /v3/documents`. */
                    documents: (string | {
                        [key: string]: unknown;
                    })[];
                    /** @description Must be null or absent; put the content into `documents`. */
                    content?: null;
                    /**
                     * @description Container of the document, for example one per end user. Default: `sm_project_default`.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. The first tag is the container.
                     */
                    containerTags?: string[];
                    /**
                     * @description Who or what the container is about, up to 1,500 characters. Guides memory extraction and stays with the container.
                     * @example Ada, a ceramics teacher who uses our studio planner
                     */
                    entityContext?: string;
                    /**
                     * @description Your own keys; values are strings, numbers, booleans or arrays of strings. At most 100 keys of 255 characters, 8,192 characters a string, 1,000 items an array; 10,000 items and 262,144 characters in all.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description `memory` (the default): searchable, with memories. `rag`: searchable only.
                     * @enum {string}
                     */
                    taskType?: "memory" | "rag";
                    /**
                     * @description Path of the document, to list and search by folder. Up to 4,096 characters.
                     * @example /notes/2026/lisbon.md
                     */
                    filepath?: string;
                    /**
                     * @description Dreaming uses only memories with this metadata as context. An array matches any of its values.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description Date of the content, for items without their own `documentDate`. `YYYY-MM-DD` or ISO 8601.
                     * @example 2026-05-14
                     */
                    documentDate?: string;
                    /**
                     * @description When dreaming starts. `dynamic` (the default) waits until the container is quiet and processes related documents together. `instant` does not wait and counts as one more operation.
                     * @enum {string}
                     */
                    dreaming?: "instant" | "dynamic";
                    /**
                     * @deprecated
                     * @description Accepted and ignored: sent by agent plugins that call the API without an SDK.
                     */
                    title?: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *           "status": "queued"
                     *         },
                     *         {
                     *           "id": "1Cb2E7QGu9RKRZtzVbKvy7",
                     *           "status": "queued"
                     *         },
                     *         {
                     *           "id": "",
                     *           "status": "error",
                     *           "error": "content: must not be empty",
                     *           "customId": "empty-1"
                     *         }
                     *       ],
                     *       "failed": 1,
                     *       "success": 2
                     *     }
                     */
                    "application/json": {
                        /** @description One result for each item, in the order they were sent. */
                        results: {
                            /** @description Id of the document. For a failed item: empty when it had a `customId`, else `unknown`. */
                            id: string;
                            /** @description Processing status, or `error` for a failed item. */
                            status: string;
                            /** @description Why the item failed, in a sentence. */
                            error?: string;
                            /** @description Stable code of the failure, if there is one. */
                            code?: string;
                            /** @description Each invalid field of a failed item as `path: message`. */
                            details?: string;
                            /** @description True when the same item may be added later. Absent otherwise. */
                            retryable?: boolean;
                            /** @description The `customId` of a failed item, to match it. */
                            customId?: string;
                            /** @description The address of a failed item, to match it. */
                            url?: string;
                        }[];
                        /** @description Items that were not added. */
                        failed: number;
                        /** @description Items that were added. */
                        success: number;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payment Required.
             *     - `quota.exceeded`: The organization has used up its token quota. Delete documents, or ask for a larger quota.
             */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has used up its token quota. Delete documents, or ask for a larger quota",
                     *       "code": "quota.exceeded",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `request.conflict`: The request conflicts with the current state.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request conflicts with the current state",
                     *       "code": "request.conflict",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "ids": [
                 *         "1Cb2E6xd3spDuQv5BFZdDc",
                 *         "note-2026-05-13"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description 1 to 100 ids or customIds. */
                    ids?: string[];
                    /**
                     * @description Only documents that carry this tag.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @description Only documents that carry any of these tags. */
                    containerTags?: string[];
                    /**
                     * @description Only the document at this path, or everything below it when it ends with `/`.
                     * @example /notes/2026/
                     */
                    filepath?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "deletedCount": 1,
                     *       "errors": [
                     *         {
                     *           "id": "note-2026-05-13",
                     *           "error": "Document not found",
                     *           "code": "document.not_found"
                     *         }
                     *       ],
                     *       "erasureIds": [
                     *         "1CbejtaJuzWqjDB4RUoeDQ"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description True when every id was found and deleted. */
                        success: boolean;
                        /** @description Documents deleted. */
                        deletedCount: number;
                        /** @description Ids that could not be deleted; absent when there are none. */
                        errors?: {
                            /** @description Id as it was sent. */
                            id: string;
                            /** @description Why it was not deleted. */
                            error: string;
                            /** @description Stable code of the reason, such as `document.not_found`. */
                            code: string;
                            /** @description More information; for `document.ambiguous` the candidates, one per line. */
                            details?: string;
                        }[];
                        /** @description The tags of the request, if it had any. */
                        containerTags?: string[];
                        /** @description Receipts, one for each container: `GET /v3/erasures/{id}`. */
                        erasureIds: string[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3DocumentsReprocess: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "containerTags": [
                 *         "user_42"
                 *       ],
                 *       "from": "dreaming"
                 *     }
                 */
                "application/json": {
                    /** @description Ids or `customId`s of 1 to 100 documents. */
                    ids?: string[];
                    /**
                     * @description All documents of this container.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @description All documents of these containers. A scoped key may leave out its own. */
                    containerTags?: string[];
                    /**
                     * @description `extracting`: read, chunk, embed and dream again, for example after a change of `chunkSize`. `dreaming`: only extract memories again, for example after a change of a filter.
                     * @default extracting
                     * @enum {string}
                     */
                    from?: "extracting" | "dreaming";
                    /**
                     * @description Continue after this document: the `after` of an earlier response.
                     * @example 1Cb2E6xd3spDuQv5BFZdDc
                     */
                    after?: string;
                };
            };
        };
        responses: {
            /** @description Accepted. The work runs in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 118,
                     *       "after": null
                     *     }
                     */
                    "application/json": {
                        /** @description Documents that this call queued. */
                        count: number;
                        /** @description Send this value to continue: a call queues at most 10,000 documents. Null when there are no more. */
                        after: string | null;
                        /** @description Documents of `ids` that were not queued. Absent when all were. */
                        errors?: {
                            /** @description Id as it was sent. */
                            id: string;
                            /** @description Why the document was not queued. */
                            error: string;
                            /** @description Stable code of the reason, such as `document.not_found`. */
                            code: string;
                            /** @description More information; for `document.ambiguous` the candidates, one per line. */
                            details?: string;
                        }[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3DocumentsRetry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "codes": [
                 *         "embed.*"
                 *       ],
                 *       "since": "2026-05-14T09:30:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Only documents with one of these values of `errorCode`. `embed.*` stands for all codes that begin with `embed.`.
                     * @example [
                     *       "embed.*",
                     *       "internal"
                     *     ]
                     */
                    codes?: string[];
                    /**
                     * @description Only documents that failed at or after this time.
                     * @example 2026-05-14
                     */
                    since?: string;
                    /**
                     * @description Only documents of this container.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @description Only documents of these containers. Without a tag: all of the organization, or of a scoped key. */
                    containerTags?: string[];
                    /**
                     * @description Continue after this document: the `after` of an earlier response.
                     * @example 1Cb2E6xd3spDuQv5BFZdDc
                     */
                    after?: string;
                };
            };
        };
        responses: {
            /** @description Accepted. The work runs in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 118,
                     *       "after": null
                     *     }
                     */
                    "application/json": {
                        /** @description Documents that this call queued. */
                        count: number;
                        /** @description Send this value to continue: a call queues at most 10,000 documents. Null when there are no more. */
                        after: string | null;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "containerTag": "user_42",
                 *       "limit": 10,
                 *       "page": 1
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Only documents that carry this tag.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Only documents that carry any of these tags. Use `containerTag` for one.
                     */
                    containerTags?: string[];
                    /** @description Items per page, 1 to 1,100. */
                    limit?: number;
                    /** @description Page to return, from 1. */
                    page?: number;
                    /**
                     * @description `desc`: newest first. `asc`: oldest first.
                     * @default desc
                     * @enum {string}
                     */
                    order?: "asc" | "desc";
                    /**
                     * @description Time to sort by.
                     * @default createdAt
                     * @enum {string}
                     */
                    sort?: "createdAt" | "updatedAt";
                    /**
                     * @description Only documents with one of these values of `source`.
                     * @example [
                     *       "upload"
                     *     ]
                     */
                    sources?: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "documents": [
                     *         {
                     *           "errorCode": null,
                     *           "errorMessage": null,
                     *           "memoryCount": 1,
                     *           "dreamingStatus": "done",
                     *           "dreamingOutcome": {
                     *             "outcome": "formed",
                     *             "memories": 1,
                     *             "setting": null,
                     *             "truncated": false,
                     *             "errorCode": null,
                     *             "errorMessage": null,
                     *             "until": null
                     *           },
                     *           "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *           "connectionId": null,
                     *           "customId": "note-2026-05-14",
                     *           "containerTags": [
                     *             "user_42"
                     *           ],
                     *           "createdAt": "2026-05-14T09:30:00.000Z",
                     *           "updatedAt": "2026-05-14T09:30:04.512Z",
                     *           "metadata": {
                     *             "source": "onboarding",
                     *             "plan": "pro"
                     *           },
                     *           "status": "done",
                     *           "summary": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *           "title": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *           "type": "text",
                     *           "content": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *           "raw": null,
                     *           "ogImage": null,
                     *           "source": "api",
                     *           "taskType": "memory",
                     *           "latestRevision": 1,
                     *           "activeContentUpdateId": null,
                     *           "tombstonedAt": null,
                     *           "url": null,
                     *           "filepath": null,
                     *           "memoryEntries": [
                     *             {
                     *               "id": "1Cb2E7KzvbpT8bZne3oSdk",
                     *               "memory": "Ada moved to Lisbon in May 2026 and started at a ceramics studio.",
                     *               "createdAt": "2026-05-14T09:30:00.000Z",
                     *               "updatedAt": "2026-05-14T09:30:04.512Z",
                     *               "isLatest": true,
                     *               "isForgotten": false,
                     *               "isStatic": false,
                     *               "isInference": false,
                     *               "version": 1,
                     *               "sourceCount": 1,
                     *               "metadata": {
                     *                 "source": "onboarding",
                     *                 "plan": "pro"
                     *               },
                     *               "parentMemoryId": null,
                     *               "rootMemoryId": null
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "currentPage": 1,
                     *         "totalItems": 1,
                     *         "totalPages": 1,
                     *         "limit": 10
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Documents of this page. */
                        documents: {
                            /** @description Stable code of the failure, such as `extract.encrypted`; null without one. */
                            errorCode: string | null;
                            /** @description The failure in a sentence; null without one. */
                            errorMessage: string | null;
                            /** @description Current memories that cite the document. */
                            memoryCount: number;
                            /** @description Result of dreaming. Null until the first dreaming of the document has ended. */
                            dreamingOutcome: {
                                /**
                                 * @description `formed`: there are memories. `nothing`: there was nothing to remember. `filtered`: a setting filtered out all facts. `skipped`: `taskType` is `rag`. `failed`: see `errorCode`. `waiting`: the next attempt is at `until`.
                                 * @enum {string}
                                 */
                                outcome: "formed" | "nothing" | "filtered" | "skipped" | "failed" | "waiting";
                                /** @description Memories that cited the document when its dreaming ended. */
                                memories: number;
                                /** @description Setting that filtered out the facts: `includeItems`, `excludeItems` or `filterPrompt`. */
                                setting: string | null;
                                /** @description True when dreaming stopped early, because the document reached the limit of facts (1,000 for a text; 40 for a file or page that the built-in rules read). The whole text stays searchable. */
                                truncated: boolean;
                                /** @description Stable code of the failure; null without one. */
                                errorCode: string | null;
                                /** @description The failure in a sentence; null without one. */
                                errorMessage: string | null;
                                /** @description Earliest time of the next attempt; null when there is none. */
                                until: string | null;
                            } | null;
                            /**
                             * @description Id of the document.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description Connection that imported the document; null if there is none. */
                            connectionId: string | null;
                            /** @description Your own id; null when none was given. */
                            customId: string | null;
                            /**
                             * @deprecated
                             * @description Tags of the document; the first is its container.
                             */
                            containerTags: string[];
                            /**
                             * Format: date-time
                             * @description When the document was added.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When the document last changed.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            updatedAt: string;
                            /**
                             * @description Metadata as it was given; null when there is none.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /**
                             * @description Processing status: `queued`, then the stage it is in, then `done` or `failed`.
                             * @enum {string}
                             */
                            status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                            /** @description Summary: the most important sentences, up to 400 characters. Null until the document is read. */
                            summary: string | null;
                            /** @description Title from the content: heading, page title or first line. Null until the document is read. */
                            title: string | null;
                            /**
                             * @description Detected type of the content.
                             * @enum {string}
                             */
                            type: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "audio" | "notes_doc" | "webpage" | "filehost" | "codehost_markdown" | "meeting_notes";
                            /** @description Text or address as it was sent; null for an uploaded file. */
                            content: string | null;
                            /** @description Text extracted from a file or a page; null when there is none. */
                            raw: unknown | null;
                            /** @description Address of the preview image of the page. */
                            ogImage: string | null;
                            /** @description Source of the document: `api`, `upload`, `conversation`, or the header `x-sm-source`. */
                            source: string | null;
                            /**
                             * @description `memory`: searchable, with memories. `rag`: searchable only.
                             * @enum {string}
                             */
                            taskType: "memory" | "rag";
                            /** @description Number of the latest content, from 1. */
                            latestRevision: number;
                            /** @description Set while new content is processed; null after. */
                            activeContentUpdateId: string | null;
                            /** @description When it was deleted; null if it was not. */
                            tombstonedAt: string | null;
                            /**
                             * @description `dreaming` while dreaming waits or runs. `done` when it has ended, with or without memories. `failed` when it failed.
                             * @enum {string}
                             */
                            dreamingStatus: "dreaming" | "done" | "failed";
                            /** @description Address that was fetched; null for text and files. */
                            url: string | null;
                            /** @description Path that was given; null when there is none. */
                            filepath: string | null;
                            /** @description Memories extracted from it, including superseded and forgotten ones. Absent while there are none. */
                            memories?: {
                                /**
                                 * @description Id of the memory (of this version).
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                id: string;
                                /** @description The fact, as a sentence. */
                                memory: string;
                                /**
                                 * Format: date-time
                                 * @description When the fact was learned.
                                 * @example 2026-05-14T09:30:00.000Z
                                 */
                                createdAt: string;
                                /** @description When the memory last changed. */
                                updatedAt: string | null;
                                /** @description False when a newer version superseded it. */
                                isLatest: boolean;
                                /** @description True when it is forgotten: stored, but not in search and profile. */
                                isForgotten: boolean;
                                /** @description True for a lasting fact, such as a name. */
                                isStatic: boolean;
                                /** @description True when it was inferred from other memories, not stated. */
                                isInference: boolean;
                                /** @description Number of the version, from 1. */
                                version: number;
                                /** @description Number of sources that state it. */
                                sourceCount: number;
                                /**
                                 * @description Metadata as it was given; null when there is none.
                                 * @example {
                                 *       "source": "onboarding"
                                 *     }
                                 */
                                metadata: string | number | boolean | null | {
                                    [key: string]: unknown;
                                } | unknown[];
                                /** @description The version before this one; null for the first. */
                                parentMemoryId: string | null;
                                /** @description The first version; null when this is the first. */
                                rootMemoryId: string | null;
                            }[];
                            /** @description Memories extracted from the document; empty while there are none. */
                            memoryEntries: {
                                /**
                                 * @description Id of the memory (of this version).
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                id: string;
                                /** @description The fact, as a sentence. */
                                memory: string;
                                /**
                                 * Format: date-time
                                 * @description When the fact was learned.
                                 * @example 2026-05-14T09:30:00.000Z
                                 */
                                createdAt: string;
                                /** @description When the memory last changed. */
                                updatedAt: string | null;
                                /** @description False when a newer version superseded it. */
                                isLatest: boolean;
                                /** @description True when it is forgotten: stored, but not in search and profile. */
                                isForgotten: boolean;
                                /** @description True for a lasting fact, such as a name. */
                                isStatic: boolean;
                                /** @description True when it was inferred from other memories, not stated. */
                                isInference: boolean;
                                /** @description Number of the version, from 1. */
                                version: number;
                                /** @description Number of sources that state it. */
                                sourceCount: number;
                                /**
                                 * @description Metadata as it was given; null when there is none.
                                 * @example {
                                 *       "source": "onboarding"
                                 *     }
                                 */
                                metadata: string | number | boolean | null | {
                                    [key: string]: unknown;
                                } | unknown[];
                                /** @description The version before this one; null for the first. */
                                parentMemoryId: string | null;
                                /** @description The first version; null when this is the first. */
                                rootMemoryId: string | null;
                            }[];
                        }[];
                        /** @description Position of this page. */
                        pagination: {
                            /** @description This page, from 1. */
                            currentPage: number;
                            /** @description Items on all pages. */
                            totalItems: number;
                            /** @description Number of pages. */
                            totalPages: number;
                            /** @description Items per page. */
                            limit: number;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3DocumentsFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key and body within 24 hours get the first response again. Another body with the same key gets 409. Each API key has its own idempotency keys. Up to 255 characters. */
                "Idempotency-Key"?: string;
                /** @description Name of your application, kept as `source` of the document. Up to 255 characters. */
                "x-sm-source"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "file": "(the bytes of report.pdf)",
                 *       "containerTag": "user_42",
                 *       "metadata": "{\"source\":\"reports\"}"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file. Required.
                     */
                    file?: string;
                    /**
                     * @description Container of the document, for example one per end user. Default: `sm_project_default`.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. One tag, or JSON text of an array.
                     */
                    containerTags?: string[];
                    /**
                     * @description Kind of file, if the content does not show it. Rarely needed.
                     * @enum {string}
                     */
                    fileType?: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "notes_doc" | "webpage" | "filehost";
                    /**
                     * @description MIME type of the file. Required when `fileType` is `image` or `video`.
                     * @example image/png
                     */
                    mimeType?: string;
                    /**
                     * @description Metadata as JSON text of an object.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description JSON text of an object: dreaming uses only memories with this metadata as context.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description Path of the document, to list and search by folder. Up to 4,096 characters.
                     * @example /reports/2026/q1.pdf
                     */
                    filepath?: string;
                    /**
                     * @description Your own id, unique in its container. Adding it again updates the document. Up to 100 letters, digits and `_ : - .`.
                     * @example note-2026-05-14
                     */
                    customId?: string;
                    /** @description Who or what the container is about, up to 1,500 characters. Guides memory extraction. */
                    entityContext?: string;
                    /**
                     * @description `memory` (the default): searchable, with memories. `rag`: searchable only.
                     * @enum {string}
                     */
                    taskType?: "memory" | "rag";
                    /**
                     * @description Date of the content itself, `YYYY-MM-DD` or ISO 8601. Relative dates in the text ("last week") are resolved against it. Default: when the document was added.
                     * @example 2026-05-14
                     */
                    documentDate?: string;
                    /**
                     * @description When dreaming starts: `dynamic` (the default) waits until the container is quiet, `instant` does not.
                     * @enum {string}
                     */
                    dreaming?: "instant" | "dynamic";
                    /**
                     * @deprecated
                     * @description Accepted and ignored: sent by agent plugins that call the API without an SDK.
                     */
                    title?: unknown;
                    /**
                     * @deprecated
                     * @description Accepted and ignored: sent by supermemory 4 (documents.uploadFile).
                     */
                    useAdvancedProcessing?: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *       "status": "queued"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the document.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Processing status, `queued` for new content.
                         * @example queued
                         */
                        status: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payment Required.
             *     - `quota.exceeded`: The organization has used up its token quota. Delete documents, or ask for a larger quota.
             */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has used up its token quota. Delete documents, or ask for a larger quota",
                     *       "code": "quota.exceeded",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `request.conflict`: The request conflicts with the current state.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request conflicts with the current state",
                     *       "code": "request.conflict",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Insufficient Storage.
             *     - `storage.full`: The file store of this server is full. Try again when the operator has made room.
             */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The file store of this server is full. Try again when the operator has made room",
                     *       "code": "storage.full",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3DocumentsByIdFileUrl: {
        parameters: {
            query?: {
                /** @description Container tag of the document. An organization key needs it when several tags have a document with this `customId`. A scoped key uses its own container. */
                containerTag?: string;
            };
            header?: never;
            path: {
                /** @description Id or `customId` of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "http://127.0.0.1:8787/v3/files/eyJkIjoiMUNiMkU2eGQifQ.c2lnbmF0dXJl"
                     *     }
                     */
                    "application/json": {
                        /** @description Address of the file, valid for 24 hours. */
                        url: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `document.not_found`: Document not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Document not found",
                     *       "code": "document.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `document.ambiguous`: Several container tags have a document with this customId. Name one of them as containerTag, or use the id.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Several container tags have a document with this customId. Name one of them as containerTag, or use the id",
                     *       "code": "document.ambiguous",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `document.moving`: The document is being moved to another container tag. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Signed token, the last part of the link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. The bytes of the file, with its own content type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `document.not_found`: Document not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Document not found",
                     *       "code": "document.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3Documents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key and body within 24 hours get the first response again. Another body with the same key gets 409. Each API key has its own idempotency keys. Up to 255 characters. */
                "Idempotency-Key"?: string;
                /** @description Name of your application, kept as `source` of the document. Up to 255 characters. */
                "x-sm-source"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Ada moved to Lisbon in May and started at a ceramics studio.",
                 *       "containerTag": "user_42",
                 *       "customId": "note-2026-05-14",
                 *       "metadata": {
                 *         "source": "onboarding",
                 *         "plan": "pro"
                 *       },
                 *       "documentDate": "2026-05-14"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Text, or exactly one http(s) address to fetch. At most 1,000,000 bytes unless configured.
                     * @example Ada moved to Lisbon in May and started at a ceramics studio.
                     */
                    content: string;
                    /**
                     * @description Container of the document, for example one per end user. Default: `sm_project_default`.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. The first tag is the container.
                     */
                    containerTags?: string[];
                    /**
                     * @description Who or what the container is about, up to 1,500 characters. Guides memory extraction and stays with the container.
                     * @example Ada, a ceramics teacher who uses our studio planner
                     */
                    entityContext?: string;
                    /**
                     * @description Your own id, unique in its container. Adding it again updates the document. Up to 100 letters, digits and `_ : - .`.
                     * @example note-2026-05-14
                     */
                    customId?: string;
                    /**
                     * @description Your own keys; values are strings, numbers, booleans or arrays of strings. At most 100 keys of 255 characters, 8,192 characters a string, 1,000 items an array; 10,000 items and 262,144 characters in all.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description `memory` (the default): searchable, with memories. `rag`: searchable only.
                     * @enum {string}
                     */
                    taskType?: "memory" | "rag";
                    /**
                     * @description Path of the document, to list and search by folder. Up to 4,096 characters.
                     * @example /notes/2026/lisbon.md
                     */
                    filepath?: string;
                    /**
                     * @description Dreaming uses only memories with this metadata as context. An array matches any of its values.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description Date of the content itself, `YYYY-MM-DD` or ISO 8601. Relative dates in the text ("last week") are resolved against it. Default: when the document was added.
                     * @example 2026-05-14
                     */
                    documentDate?: string;
                    /**
                     * @description When dreaming starts. `dynamic` (the default) waits until the container is quiet and processes related documents together. `instant` does not wait and counts as one more operation.
                     * @enum {string}
                     */
                    dreaming?: "instant" | "dynamic";
                    /**
                     * @deprecated
                     * @description Accepted and ignored: sent by agent plugins that call the API without an SDK.
                     */
                    title?: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *       "status": "queued"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the document.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Processing status, `queued` for new content.
                         * @example queued
                         */
                        status: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payment Required.
             *     - `quota.exceeded`: The organization has used up its token quota. Delete documents, or ask for a larger quota.
             */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has used up its token quota. Delete documents, or ask for a larger quota",
                     *       "code": "quota.exceeded",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `request.conflict`: The request conflicts with the current state.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request conflicts with the current state",
                     *       "code": "request.conflict",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "containerTag": "user_42",
                 *       "limit": 10,
                 *       "page": 1,
                 *       "filters": {
                 *         "AND": [
                 *           {
                 *             "key": "plan",
                 *             "value": "pro"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Only documents that carry this tag.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Only documents that carry any of these tags. Use `containerTag` for one.
                     */
                    containerTags?: string[];
                    /**
                     * @description Adds `content` to each item; answers can become large.
                     * @default false
                     */
                    includeContent?: boolean;
                    /** @description Items per page, 1 to 1,100. */
                    limit?: number;
                    /** @description Page to return, from 1. */
                    page?: number;
                    /**
                     * @description `desc`: newest first. `asc`: oldest first.
                     * @default desc
                     * @enum {string}
                     */
                    order?: "asc" | "desc";
                    /**
                     * @description Time to sort by.
                     * @default createdAt
                     * @enum {string}
                     */
                    sort?: "createdAt" | "updatedAt";
                    /**
                     * @description Only the document at this path, or everything below it when it ends with `/`.
                     * @example /notes/2026/
                     */
                    filepath?: string;
                    filters?: components["schemas"]["QueryFilter"];
                    /**
                     * @deprecated
                     * @description Accepted and ignored: sent by @supermemory/tools 1.4 (documentList).
                     */
                    offset?: unknown;
                    /**
                     * @deprecated
                     * @description Accepted and ignored: sent by @supermemory/tools 1.4 (documentList).
                     */
                    status?: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "memories": [
                     *         {
                     *           "errorCode": null,
                     *           "errorMessage": null,
                     *           "memoryCount": 1,
                     *           "dreamingStatus": "done",
                     *           "dreamingOutcome": {
                     *             "outcome": "formed",
                     *             "memories": 1,
                     *             "setting": null,
                     *             "truncated": false,
                     *             "errorCode": null,
                     *             "errorMessage": null,
                     *             "until": null
                     *           },
                     *           "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *           "connectionId": null,
                     *           "customId": "note-2026-05-14",
                     *           "containerTags": [
                     *             "user_42"
                     *           ],
                     *           "createdAt": "2026-05-14T09:30:00.000Z",
                     *           "updatedAt": "2026-05-14T09:30:04.512Z",
                     *           "metadata": {
                     *             "source": "onboarding",
                     *             "plan": "pro"
                     *           },
                     *           "status": "done",
                     *           "summary": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *           "title": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *           "type": "text",
                     *           "filepath": null,
                     *           "url": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "currentPage": 1,
                     *         "totalItems": 1,
                     *         "totalPages": 1,
                     *         "limit": 10
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Documents of this page. The field is called `memories` because existing clients expect it. */
                        memories: {
                            /** @description Stable code of the failure, such as `extract.encrypted`; null without one. */
                            errorCode: string | null;
                            /** @description The failure in a sentence; null without one. */
                            errorMessage: string | null;
                            /** @description Current memories that cite the document. */
                            memoryCount: number;
                            /** @description Result of dreaming. Null until the first dreaming of the document has ended. */
                            dreamingOutcome: {
                                /**
                                 * @description `formed`: there are memories. `nothing`: there was nothing to remember. `filtered`: a setting filtered out all facts. `skipped`: `taskType` is `rag`. `failed`: see `errorCode`. `waiting`: the next attempt is at `until`.
                                 * @enum {string}
                                 */
                                outcome: "formed" | "nothing" | "filtered" | "skipped" | "failed" | "waiting";
                                /** @description Memories that cited the document when its dreaming ended. */
                                memories: number;
                                /** @description Setting that filtered out the facts: `includeItems`, `excludeItems` or `filterPrompt`. */
                                setting: string | null;
                                /** @description True when dreaming stopped early, because the document reached the limit of facts (1,000 for a text; 40 for a file or page that the built-in rules read). The whole text stays searchable. */
                                truncated: boolean;
                                /** @description Stable code of the failure; null without one. */
                                errorCode: string | null;
                                /** @description The failure in a sentence; null without one. */
                                errorMessage: string | null;
                                /** @description Earliest time of the next attempt; null when there is none. */
                                until: string | null;
                            } | null;
                            /**
                             * @description Id of the document.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description Connection that imported the document; null if there is none. */
                            connectionId: string | null;
                            /** @description Your own id; null when none was given. */
                            customId: string | null;
                            /**
                             * @deprecated
                             * @description Tags of the document; the first is its container.
                             */
                            containerTags: string[];
                            /**
                             * Format: date-time
                             * @description When the document was added.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When the document last changed.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            updatedAt: string;
                            /**
                             * @description Metadata as it was given; null when there is none.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /**
                             * @description Processing status: `queued`, then the stage it is in, then `done` or `failed`.
                             * @enum {string}
                             */
                            status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                            /** @description Summary: the most important sentences, up to 400 characters. Null until the document is read. */
                            summary: string | null;
                            /** @description Title from the content: heading, page title or first line. Null until the document is read. */
                            title: string | null;
                            /**
                             * @description Detected type of the content.
                             * @enum {string}
                             */
                            type: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "audio" | "notes_doc" | "webpage" | "filehost" | "codehost_markdown" | "meeting_notes";
                            /** @description Path that was given; null when there is none. */
                            filepath: string | null;
                            /**
                             * @description `dreaming` while dreaming waits or runs. `done` when it has ended, with or without memories. `failed` when it failed.
                             * @enum {string}
                             */
                            dreamingStatus: "dreaming" | "done" | "failed";
                            /** @description Address that was fetched; null for text and files. */
                            url?: string | null;
                            /** @description Text or address; only with `includeContent`. */
                            content?: string;
                        }[];
                        /** @description Position of this page. */
                        pagination: {
                            /** @description This page, from 1. */
                            currentPage: number;
                            /** @description Items on all pages. */
                            totalItems: number;
                            /** @description Number of pages. */
                            totalPages: number;
                            /** @description Items per page. */
                            limit: number;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3DocumentsProcessing: {
        parameters: {
            query?: {
                /** @description `active`: unfinished and updated within 4 hours. `pending`: all unfinished. `all`: failed ones too. `dreaming`: done, but dreaming has not ended. */
                view?: "active" | "pending" | "all" | "dreaming";
                /** @description Only documents that carry this tag. */
                containerTag?: string;
                /** @description Only documents that carry any of these tags, separated by commas. */
                containerTags?: string;
                /** @description Page to return, from 1. */
                page?: number;
                /** @description Documents per page, 1 to 1,100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "documents": [
                     *         {
                     *           "errorCode": null,
                     *           "errorMessage": null,
                     *           "memoryCount": 0,
                     *           "dreamingStatus": "dreaming",
                     *           "dreamingOutcome": null,
                     *           "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *           "connectionId": null,
                     *           "customId": null,
                     *           "containerTags": [
                     *             "user_42"
                     *           ],
                     *           "createdAt": "2026-05-14T09:30:00.000Z",
                     *           "updatedAt": "2026-05-14T09:30:04.512Z",
                     *           "metadata": null,
                     *           "status": "extracting",
                     *           "summary": null,
                     *           "title": null,
                     *           "type": "pdf",
                     *           "stuck": false,
                     *           "progress": {
                     *             "done": 12,
                     *             "total": 80
                     *           },
                     *           "gate": null
                     *         }
                     *       ],
                     *       "totalCount": 1,
                     *       "dreamingCount": 0
                     *     }
                     */
                    "application/json": {
                        /** @description Documents of this page. */
                        documents: {
                            /** @description Stable code of the failure, such as `extract.encrypted`; null without one. */
                            errorCode: string | null;
                            /** @description The failure in a sentence; null without one. */
                            errorMessage: string | null;
                            /** @description Current memories that cite the document. */
                            memoryCount: number;
                            /** @description Result of dreaming. Null until the first dreaming of the document has ended. */
                            dreamingOutcome: {
                                /**
                                 * @description `formed`: there are memories. `nothing`: there was nothing to remember. `filtered`: a setting filtered out all facts. `skipped`: `taskType` is `rag`. `failed`: see `errorCode`. `waiting`: the next attempt is at `until`.
                                 * @enum {string}
                                 */
                                outcome: "formed" | "nothing" | "filtered" | "skipped" | "failed" | "waiting";
                                /** @description Memories that cited the document when its dreaming ended. */
                                memories: number;
                                /** @description Setting that filtered out the facts: `includeItems`, `excludeItems` or `filterPrompt`. */
                                setting: string | null;
                                /** @description True when dreaming stopped early, because the document reached the limit of facts (1,000 for a text; 40 for a file or page that the built-in rules read). The whole text stays searchable. */
                                truncated: boolean;
                                /** @description Stable code of the failure; null without one. */
                                errorCode: string | null;
                                /** @description The failure in a sentence; null without one. */
                                errorMessage: string | null;
                                /** @description Earliest time of the next attempt; null when there is none. */
                                until: string | null;
                            } | null;
                            /**
                             * @description Id of the document.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description Connection that imported the document; null if there is none. */
                            connectionId: string | null;
                            /** @description Your own id; null when none was given. */
                            customId: string | null;
                            /**
                             * @deprecated
                             * @description Tags of the document; the first is its container.
                             */
                            containerTags: string[];
                            /**
                             * Format: date-time
                             * @description When the document was added.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When the document last changed.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            updatedAt: string;
                            /**
                             * @description Metadata as it was given; null when there is none.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /**
                             * @description Processing status: `queued`, then the stage it is in, then `done` or `failed`.
                             * @enum {string}
                             */
                            status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                            /** @description Summary: the most important sentences, up to 400 characters. Null until the document is read. */
                            summary: string | null;
                            /** @description Title from the content: heading, page title or first line. Null until the document is read. */
                            title: string | null;
                            /**
                             * @description Detected type of the content.
                             * @enum {string}
                             */
                            type: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "audio" | "notes_doc" | "webpage" | "filehost" | "codehost_markdown" | "meeting_notes";
                            /**
                             * @description `dreaming` while dreaming waits or runs. `done` when it has ended, with or without memories. `failed` when it failed.
                             * @enum {string}
                             */
                            dreamingStatus: "dreaming" | "done" | "failed";
                            /** @description True when it is unfinished and has not changed for 4 hours. */
                            stuck: boolean;
                            /**
                             * @description Progress of reading a long file; null otherwise.
                             * @example {
                             *       "done": 12,
                             *       "total": 80
                             *     }
                             */
                            progress: {
                                /** @description Pages, or seconds of a recording, that were read. */
                                done: number;
                                /** @description Pages, or seconds of a recording, in all. */
                                total: number;
                            } | null;
                            /**
                             * @description What the document waits for while something that it needs is down; otherwise null. The wait uses up no attempt, and the document continues by itself.
                             * @example null
                             */
                            gate: {
                                /** @description What is down: `embedding`, `llm`, `blobs` (the file store), `directory` or `disk`. */
                                name: string;
                                /** @description Code of the failure. */
                                code: string;
                                /**
                                 * Format: date-time
                                 * @description Time of the first failure.
                                 * @example 2026-05-14T09:30:00.000Z
                                 */
                                since: string;
                            } | null;
                        }[];
                        /** @description All documents that match, not only this page. */
                        totalCount: number;
                        /** @description Documents that are done, but whose dreaming has not ended. */
                        dreamingCount: number;
                        /** @description Position of this page; only with view `all`. */
                        pagination?: {
                            /** @description This page, from 1. */
                            currentPage: number;
                            /** @description Items on all pages. */
                            totalItems: number;
                            /** @description Number of pages. */
                            totalPages: number;
                            /** @description Items per page. */
                            limit: number;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3DocumentsById: {
        parameters: {
            query?: {
                /** @description Container tag of the document. An organization key needs it when several tags have a document with this `customId`. A scoped key uses its own container. */
                containerTag?: string;
            };
            header?: never;
            path: {
                /** @description Id or `customId` of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errorCode": null,
                     *       "errorMessage": null,
                     *       "memoryCount": 1,
                     *       "dreamingStatus": "done",
                     *       "dreamingOutcome": {
                     *         "outcome": "formed",
                     *         "memories": 1,
                     *         "setting": null,
                     *         "truncated": false,
                     *         "errorCode": null,
                     *         "errorMessage": null,
                     *         "until": null
                     *       },
                     *       "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *       "connectionId": null,
                     *       "customId": "note-2026-05-14",
                     *       "containerTags": [
                     *         "user_42"
                     *       ],
                     *       "createdAt": "2026-05-14T09:30:00.000Z",
                     *       "updatedAt": "2026-05-14T09:30:04.512Z",
                     *       "metadata": {
                     *         "source": "onboarding",
                     *         "plan": "pro"
                     *       },
                     *       "status": "done",
                     *       "summary": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *       "title": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *       "type": "text",
                     *       "content": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *       "raw": null,
                     *       "ogImage": null,
                     *       "source": "api",
                     *       "taskType": "memory",
                     *       "latestRevision": 1,
                     *       "activeContentUpdateId": null,
                     *       "tombstonedAt": null,
                     *       "url": null,
                     *       "filepath": null,
                     *       "memories": [
                     *         {
                     *           "id": "1Cb2E7KzvbpT8bZne3oSdk",
                     *           "memory": "Ada moved to Lisbon in May 2026 and started at a ceramics studio.",
                     *           "createdAt": "2026-05-14T09:30:00.000Z",
                     *           "updatedAt": "2026-05-14T09:30:04.512Z",
                     *           "isLatest": true,
                     *           "isForgotten": false,
                     *           "isStatic": false,
                     *           "isInference": false,
                     *           "version": 1,
                     *           "sourceCount": 1,
                     *           "metadata": {
                     *             "source": "onboarding",
                     *             "plan": "pro"
                     *           },
                     *           "parentMemoryId": null,
                     *           "rootMemoryId": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Stable code of the failure, such as `extract.encrypted`; null without one. */
                        errorCode: string | null;
                        /** @description The failure in a sentence; null without one. */
                        errorMessage: string | null;
                        /** @description Current memories that cite the document. */
                        memoryCount: number;
                        /** @description Result of dreaming. Null until the first dreaming of the document has ended. */
                        dreamingOutcome: {
                            /**
                             * @description `formed`: there are memories. `nothing`: there was nothing to remember. `filtered`: a setting filtered out all facts. `skipped`: `taskType` is `rag`. `failed`: see `errorCode`. `waiting`: the next attempt is at `until`.
                             * @enum {string}
                             */
                            outcome: "formed" | "nothing" | "filtered" | "skipped" | "failed" | "waiting";
                            /** @description Memories that cited the document when its dreaming ended. */
                            memories: number;
                            /** @description Setting that filtered out the facts: `includeItems`, `excludeItems` or `filterPrompt`. */
                            setting: string | null;
                            /** @description True when dreaming stopped early, because the document reached the limit of facts (1,000 for a text; 40 for a file or page that the built-in rules read). The whole text stays searchable. */
                            truncated: boolean;
                            /** @description Stable code of the failure; null without one. */
                            errorCode: string | null;
                            /** @description The failure in a sentence; null without one. */
                            errorMessage: string | null;
                            /** @description Earliest time of the next attempt; null when there is none. */
                            until: string | null;
                        } | null;
                        /**
                         * @description Id of the document.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /** @description Connection that imported the document; null if there is none. */
                        connectionId: string | null;
                        /** @description Your own id; null when none was given. */
                        customId: string | null;
                        /**
                         * @deprecated
                         * @description Tags of the document; the first is its container.
                         */
                        containerTags: string[];
                        /**
                         * Format: date-time
                         * @description When the document was added.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When the document last changed.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        updatedAt: string;
                        /**
                         * @description Metadata as it was given; null when there is none.
                         * @example {
                         *       "source": "onboarding"
                         *     }
                         */
                        metadata: string | number | boolean | null | {
                            [key: string]: unknown;
                        } | unknown[];
                        /**
                         * @description Processing status: `queued`, then the stage it is in, then `done` or `failed`.
                         * @enum {string}
                         */
                        status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                        /** @description Summary: the most important sentences, up to 400 characters. Null until the document is read. */
                        summary: string | null;
                        /** @description Title from the content: heading, page title or first line. Null until the document is read. */
                        title: string | null;
                        /**
                         * @description Detected type of the content.
                         * @enum {string}
                         */
                        type: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "audio" | "notes_doc" | "webpage" | "filehost" | "codehost_markdown" | "meeting_notes";
                        /** @description Text or address as it was sent; null for an uploaded file. */
                        content: string | null;
                        /** @description Text extracted from a file or a page; null when there is none. */
                        raw: unknown | null;
                        /** @description Address of the preview image of the page. */
                        ogImage: string | null;
                        /** @description Source of the document: `api`, `upload`, `conversation`, or the header `x-sm-source`. */
                        source: string | null;
                        /**
                         * @description `memory`: searchable, with memories. `rag`: searchable only.
                         * @enum {string}
                         */
                        taskType: "memory" | "rag";
                        /** @description Number of the latest content, from 1. */
                        latestRevision: number;
                        /** @description Set while new content is processed; null after. */
                        activeContentUpdateId: string | null;
                        /** @description When it was deleted; null if it was not. */
                        tombstonedAt: string | null;
                        /**
                         * @description `dreaming` while dreaming waits or runs. `done` when it has ended, with or without memories. `failed` when it failed.
                         * @enum {string}
                         */
                        dreamingStatus: "dreaming" | "done" | "failed";
                        /** @description Address that was fetched; null for text and files. */
                        url: string | null;
                        /** @description Path that was given; null when there is none. */
                        filepath: string | null;
                        /** @description Memories extracted from it, including superseded and forgotten ones. Absent while there are none. */
                        memories?: {
                            /**
                             * @description Id of the memory (of this version).
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description The fact, as a sentence. */
                            memory: string;
                            /**
                             * Format: date-time
                             * @description When the fact was learned.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /** @description When the memory last changed. */
                            updatedAt: string | null;
                            /** @description False when a newer version superseded it. */
                            isLatest: boolean;
                            /** @description True when it is forgotten: stored, but not in search and profile. */
                            isForgotten: boolean;
                            /** @description True for a lasting fact, such as a name. */
                            isStatic: boolean;
                            /** @description True when it was inferred from other memories, not stated. */
                            isInference: boolean;
                            /** @description Number of the version, from 1. */
                            version: number;
                            /** @description Number of sources that state it. */
                            sourceCount: number;
                            /**
                             * @description Metadata as it was given; null when there is none.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** @description The version before this one; null for the first. */
                            parentMemoryId: string | null;
                            /** @description The first version; null when this is the first. */
                            rootMemoryId: string | null;
                        }[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `document.not_found`: Document not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Document not found",
                     *       "code": "document.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `document.ambiguous`: Several container tags have a document with this customId. Name one of them as containerTag, or use the id.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Several container tags have a document with this customId. Name one of them as containerTag, or use the id",
                     *       "code": "document.ambiguous",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `document.moving`: The document is being moved to another container tag. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deleteV3DocumentsById: {
        parameters: {
            query?: {
                /** @description Container tag of the document. An organization key needs it when several tags have a document with this `customId`. A scoped key uses its own container. */
                containerTag?: string;
            };
            header?: never;
            path: {
                /** @description Id or `customId` of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    /** @description Id of the receipt of the deletion: `GET /v3/erasures/{id}`. */
                    "X-Erasure-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `document.not_found`: Document not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Document not found",
                     *       "code": "document.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `document.ambiguous`: Several container tags have a document with this customId. Name one of them as containerTag, or use the id.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Several container tags have a document with this customId. Name one of them as containerTag, or use the id",
                     *       "code": "document.ambiguous",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `document.moving`: The document is being moved to another container tag. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    patchV3DocumentsById: {
        parameters: {
            query?: {
                /** @description Container tag of the document. An organization key needs it when several tags have a document with this `customId`. A scoped key uses its own container. */
                containerTag?: string;
            };
            header?: never;
            path: {
                /** @description Id or `customId` of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "content": "Ada moved to Porto in June.",
                 *       "metadata": {
                 *         "source": "correction"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Text, or exactly one http(s) address to fetch. At most 1,000,000 bytes unless configured.
                     * @example Ada moved to Lisbon in May and started at a ceramics studio.
                     */
                    content?: string;
                    /**
                     * @description Container of the document, for example one per end user. Default: `sm_project_default`.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. The first tag is the container.
                     */
                    containerTags?: string[];
                    /**
                     * @description Your own keys; values are strings, numbers, booleans or arrays of strings. At most 100 keys of 255 characters, 8,192 characters a string, 1,000 items an array; 10,000 items and 262,144 characters in all.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description `memory` (the default): searchable, with memories. `rag`: searchable only.
                     * @enum {string}
                     */
                    taskType?: "memory" | "rag";
                    /**
                     * @description Path of the document, to list and search by folder. Up to 4,096 characters.
                     * @example /notes/2026/lisbon.md
                     */
                    filepath?: string;
                    /**
                     * @deprecated
                     * @description Accepted and ignored: sent by agent plugins that call the API without an SDK.
                     */
                    title?: unknown;
                    /**
                     * @description New `customId`, up to 255 characters. 409 when another document in the container uses it.
                     * @example note-2026-05-14
                     */
                    customId?: string;
                    /**
                     * @description Dreaming uses only memories with this metadata as context. An array matches any of its values.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description Date of the content itself, `YYYY-MM-DD` or ISO 8601. Relative dates in the text ("last week") are resolved against it. Default: when the document was added.
                     * @example 2026-05-14
                     */
                    documentDate?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *       "status": "queued"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the document.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Processing status, `queued` for new content.
                         * @example queued
                         */
                        status: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payment Required.
             *     - `quota.exceeded`: The organization has used up its token quota. Delete documents, or ask for a larger quota.
             */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has used up its token quota. Delete documents, or ask for a larger quota",
                     *       "code": "quota.exceeded",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `document.not_found`: Document not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Document not found",
                     *       "code": "document.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `document.ambiguous`: Several container tags have a document with this customId. Name one of them as containerTag, or use the id.
             *     - `request.conflict`: The request conflicts with the current state.
             *     - `document.across_cells`: A document cannot move to a container tag in another database. Add it again there, and delete the old one.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Several container tags have a document with this customId. Name one of them as containerTag, or use the id",
                     *       "code": "document.ambiguous",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `document.moving`: The document is being moved to another container tag. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3DocumentsByIdEvents: {
        parameters: {
            query?: {
                /** @description Container tag of the document. An organization key needs it when several tags have a document with this `customId`. A scoped key uses its own container. */
                containerTag?: string;
            };
            header?: never;
            path: {
                /** @description Id or `customId` of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. Server-sent events, each with data of this shape. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errorCode": null,
                     *       "errorMessage": null,
                     *       "memoryCount": 0,
                     *       "dreamingStatus": "dreaming",
                     *       "dreamingOutcome": null,
                     *       "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *       "status": "extracting",
                     *       "progress": {
                     *         "done": 12,
                     *         "total": 80
                     *       },
                     *       "updatedAt": "2026-05-14T09:30:00.000Z"
                     *     }
                     */
                    "text/event-stream": {
                        /**
                         * @description Id of the document.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Processing status.
                         * @enum {string}
                         */
                        status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                        /**
                         * @description `dreaming` while dreaming waits or runs. `done` when it has ended, with or without memories. `failed` when it failed.
                         * @enum {string}
                         */
                        dreamingStatus: "dreaming" | "done" | "failed";
                        /**
                         * @description Progress of reading a long file; null otherwise.
                         * @example {
                         *       "done": 12,
                         *       "total": 80
                         *     }
                         */
                        progress: {
                            /** @description Pages, or seconds of a recording, that were read. */
                            done: number;
                            /** @description Pages, or seconds of a recording, in all. */
                            total: number;
                        } | null;
                        /** @description Stable code of the failure, such as `extract.encrypted`; null without one. */
                        errorCode: string | null;
                        /** @description The failure in a sentence; null without one. */
                        errorMessage: string | null;
                        /** @description Current memories that cite the document. */
                        memoryCount: number;
                        /** @description Result of dreaming. Null until the first dreaming of the document has ended. */
                        dreamingOutcome: {
                            /**
                             * @description `formed`: there are memories. `nothing`: there was nothing to remember. `filtered`: a setting filtered out all facts. `skipped`: `taskType` is `rag`. `failed`: see `errorCode`. `waiting`: the next attempt is at `until`.
                             * @enum {string}
                             */
                            outcome: "formed" | "nothing" | "filtered" | "skipped" | "failed" | "waiting";
                            /** @description Memories that cited the document when its dreaming ended. */
                            memories: number;
                            /** @description Setting that filtered out the facts: `includeItems`, `excludeItems` or `filterPrompt`. */
                            setting: string | null;
                            /** @description True when dreaming stopped early, because the document reached the limit of facts (1,000 for a text; 40 for a file or page that the built-in rules read). The whole text stays searchable. */
                            truncated: boolean;
                            /** @description Stable code of the failure; null without one. */
                            errorCode: string | null;
                            /** @description The failure in a sentence; null without one. */
                            errorMessage: string | null;
                            /** @description Earliest time of the next attempt; null when there is none. */
                            until: string | null;
                        } | null;
                        /**
                         * Format: date-time
                         * @description When the document last changed.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        updatedAt: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `document.not_found`: Document not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Document not found",
                     *       "code": "document.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `document.ambiguous`: Several container tags have a document with this customId. Name one of them as containerTag, or use the id.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Several container tags have a document with this customId. Name one of them as containerTag, or use the id",
                     *       "code": "document.ambiguous",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             *     - `stream.limited`: This API key has too many event streams open. Close one, or wait.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `document.moving`: The document is being moved to another container tag. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3DocumentsByIdAttempts: {
        parameters: {
            query?: {
                /** @description Container tag of the document. An organization key needs it when several tags have a document with this `customId`. A scoped key uses its own container. */
                containerTag?: string;
            };
            header?: never;
            path: {
                /** @description Id or `customId` of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": [
                     *         {
                     *           "startedAt": "2026-05-14T09:30:03.900Z",
                     *           "endedAt": "2026-05-14T09:30:04.512Z",
                     *           "worker": "reverie-1:27659",
                     *           "stage": "indexing",
                     *           "outcome": "done",
                     *           "revision": 1,
                     *           "errorCode": null,
                     *           "errorMessage": null
                     *         },
                     *         {
                     *           "startedAt": "2026-05-14T09:30:00.120Z",
                     *           "endedAt": "2026-05-14T09:30:01.840Z",
                     *           "worker": "reverie-1:27659",
                     *           "stage": "embedding",
                     *           "outcome": "retry",
                     *           "revision": 1,
                     *           "errorCode": "embed.provider_unavailable",
                     *           "errorMessage": "The embedding model does not answer"
                     *         }
                     *       ],
                     *       "llmCalls": []
                     *     }
                     */
                    "application/json": {
                        /** @description Attempts, newest first. */
                        attempts: {
                            /**
                             * Format: date-time
                             * @description When the attempt began.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            startedAt: string;
                            /** @description When it ended; null while it runs. */
                            endedAt: string | null;
                            /** @description Process that made the attempt. */
                            worker: string;
                            /** @description Stage it reached. */
                            stage: string;
                            /**
                             * @description `retry`: another attempt follows. `superseded`: the content changed meanwhile. `lost`: the worker crashed, and another one takes over.
                             * @enum {string}
                             */
                            outcome: "running" | "done" | "retry" | "failed" | "superseded" | "lost";
                            /** @description Revision of the content that was processed. */
                            revision: number;
                            /** @description Stable code of the failure; null without one. */
                            errorCode: string | null;
                            /** @description The failure in a sentence; null without one. */
                            errorMessage: string | null;
                        }[];
                        /** @description Calls of language models, newest first; empty without one. */
                        llmCalls: {
                            /**
                             * Format: date-time
                             * @description When the model was called.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /** @description Name of the model. */
                            model: string;
                            /** @description Name and version of the prompt. */
                            prompt: string;
                            /**
                             * @description How the call ended. `circuit_open`: earlier calls failed, so the model was not called.
                             * @enum {string}
                             */
                            outcome: "done" | "provider_unavailable" | "rate_limited" | "bad_response" | "refused" | "circuit_open";
                            /** @description Number of documents in the call. */
                            documents: number;
                            /** @description The document's share of the input tokens, by its length. */
                            inputTokens: number;
                            /** @description The document's share of the output tokens. */
                            outputTokens: number;
                            /** @description The document's share of the cost in US dollars, at the configured prices. */
                            usd: number;
                            /** @description Milliseconds the call took, for all documents together. */
                            ms: number;
                        }[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `document.not_found`: Document not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Document not found",
                     *       "code": "document.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `document.ambiguous`: Several container tags have a document with this customId. Name one of them as containerTag, or use the id.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Several container tags have a document with this customId. Name one of them as containerTag, or use the id",
                     *       "code": "document.ambiguous",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `document.moving`: The document is being moved to another container tag. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3DocumentsByIdRetry: {
        parameters: {
            query?: {
                /** @description Container tag of the document. An organization key needs it when several tags have a document with this `customId`. A scoped key uses its own container. */
                containerTag?: string;
            };
            header?: never;
            path: {
                /** @description Id or `customId` of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. The work runs in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *       "status": "queued"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the document.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Processing status, `queued` for new content.
                         * @example queued
                         */
                        status: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `document.not_found`: Document not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Document not found",
                     *       "code": "document.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `document.ambiguous`: Several container tags have a document with this customId. Name one of them as containerTag, or use the id.
             *     - `request.conflict`: The request conflicts with the current state.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Several container tags have a document with this customId. Name one of them as containerTag, or use the id",
                     *       "code": "document.ambiguous",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `document.moving`: The document is being moved to another container tag. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3DocumentsByIdChunks: {
        parameters: {
            query?: {
                /** @description Container tag of the document. An organization key needs it when several tags have a document with this `customId`. A scoped key uses its own container. */
                containerTag?: string;
            };
            header?: never;
            path: {
                /** @description Id or `customId` of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "documentId": "1Cb2E6xd3spDuQv5BFZdDc",
                     *       "total": 1,
                     *       "chunks": [
                     *         {
                     *           "id": "1Cb2E7QGu9RKRZtzVbKvy7",
                     *           "position": 0,
                     *           "content": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *           "type": "text",
                     *           "createdAt": "2026-05-14T09:30:04.512Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the document.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        documentId: string;
                        /** @description Number of chunks. */
                        total: number;
                        /** @description Chunks in reading order. */
                        chunks: {
                            /**
                             * @description Id of the chunk.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description Place in the document, from 0. */
                            position: number;
                            /** @description Text of the chunk, verbatim. */
                            content: string;
                            /** @description Kind of text. */
                            type: string;
                            /**
                             * @description Position in a file: page, or time of a recording.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata?: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /**
                             * Format: date-time
                             * @description When the chunk was made.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                        }[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `document.not_found`: Document not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Document not found",
                     *       "code": "document.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `document.ambiguous`: Several container tags have a document with this customId. Name one of them as containerTag, or use the id.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Several container tags have a document with this customId. Name one of them as containerTag, or use the id",
                     *       "code": "document.ambiguous",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `document.moving`: The document is being moved to another container tag. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3Memories: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key and body within 24 hours get the first response again. Another body with the same key gets 409. Each API key has its own idempotency keys. Up to 255 characters. */
                "Idempotency-Key"?: string;
                /** @description Name of your application, kept as `source` of the document. Up to 255 characters. */
                "x-sm-source"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Ada moved to Lisbon in May and started at a ceramics studio.",
                 *       "containerTag": "user_42",
                 *       "customId": "note-2026-05-14",
                 *       "metadata": {
                 *         "source": "onboarding",
                 *         "plan": "pro"
                 *       },
                 *       "documentDate": "2026-05-14"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Text, or exactly one http(s) address to fetch. At most 1,000,000 bytes unless configured.
                     * @example Ada moved to Lisbon in May and started at a ceramics studio.
                     */
                    content: string;
                    /**
                     * @description Container of the document, for example one per end user. Default: `sm_project_default`.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. The first tag is the container.
                     */
                    containerTags?: string[];
                    /**
                     * @description Who or what the container is about, up to 1,500 characters. Guides memory extraction and stays with the container.
                     * @example Ada, a ceramics teacher who uses our studio planner
                     */
                    entityContext?: string;
                    /**
                     * @description Your own id, unique in its container. Adding it again updates the document. Up to 100 letters, digits and `_ : - .`.
                     * @example note-2026-05-14
                     */
                    customId?: string;
                    /**
                     * @description Your own keys; values are strings, numbers, booleans or arrays of strings. At most 100 keys of 255 characters, 8,192 characters a string, 1,000 items an array; 10,000 items and 262,144 characters in all.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description `memory` (the default): searchable, with memories. `rag`: searchable only.
                     * @enum {string}
                     */
                    taskType?: "memory" | "rag";
                    /**
                     * @description Path of the document, to list and search by folder. Up to 4,096 characters.
                     * @example /notes/2026/lisbon.md
                     */
                    filepath?: string;
                    /**
                     * @description Dreaming uses only memories with this metadata as context. An array matches any of its values.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description Date of the content itself, `YYYY-MM-DD` or ISO 8601. Relative dates in the text ("last week") are resolved against it. Default: when the document was added.
                     * @example 2026-05-14
                     */
                    documentDate?: string;
                    /**
                     * @description When dreaming starts. `dynamic` (the default) waits until the container is quiet and processes related documents together. `instant` does not wait and counts as one more operation.
                     * @enum {string}
                     */
                    dreaming?: "instant" | "dynamic";
                    /**
                     * @deprecated
                     * @description Accepted and ignored: sent by agent plugins that call the API without an SDK.
                     */
                    title?: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *       "status": "queued"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the document.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Processing status, `queued` for new content.
                         * @example queued
                         */
                        status: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payment Required.
             *     - `quota.exceeded`: The organization has used up its token quota. Delete documents, or ask for a larger quota.
             */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has used up its token quota. Delete documents, or ask for a larger quota",
                     *       "code": "quota.exceeded",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `request.conflict`: The request conflicts with the current state.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request conflicts with the current state",
                     *       "code": "request.conflict",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "containerTag": "user_42",
                 *       "limit": 10,
                 *       "page": 1,
                 *       "filters": {
                 *         "AND": [
                 *           {
                 *             "key": "plan",
                 *             "value": "pro"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Only documents that carry this tag.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Only documents that carry any of these tags. Use `containerTag` for one.
                     */
                    containerTags?: string[];
                    /**
                     * @description Adds `content` to each item; answers can become large.
                     * @default false
                     */
                    includeContent?: boolean;
                    /** @description Items per page, 1 to 1,100. */
                    limit?: number;
                    /** @description Page to return, from 1. */
                    page?: number;
                    /**
                     * @description `desc`: newest first. `asc`: oldest first.
                     * @default desc
                     * @enum {string}
                     */
                    order?: "asc" | "desc";
                    /**
                     * @description Time to sort by.
                     * @default createdAt
                     * @enum {string}
                     */
                    sort?: "createdAt" | "updatedAt";
                    /**
                     * @description Only the document at this path, or everything below it when it ends with `/`.
                     * @example /notes/2026/
                     */
                    filepath?: string;
                    filters?: components["schemas"]["QueryFilter"];
                    /**
                     * @deprecated
                     * @description Accepted and ignored: sent by @supermemory/tools 1.4 (documentList).
                     */
                    offset?: unknown;
                    /**
                     * @deprecated
                     * @description Accepted and ignored: sent by @supermemory/tools 1.4 (documentList).
                     */
                    status?: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "memories": [
                     *         {
                     *           "errorCode": null,
                     *           "errorMessage": null,
                     *           "memoryCount": 1,
                     *           "dreamingStatus": "done",
                     *           "dreamingOutcome": {
                     *             "outcome": "formed",
                     *             "memories": 1,
                     *             "setting": null,
                     *             "truncated": false,
                     *             "errorCode": null,
                     *             "errorMessage": null,
                     *             "until": null
                     *           },
                     *           "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *           "connectionId": null,
                     *           "customId": "note-2026-05-14",
                     *           "containerTags": [
                     *             "user_42"
                     *           ],
                     *           "createdAt": "2026-05-14T09:30:00.000Z",
                     *           "updatedAt": "2026-05-14T09:30:04.512Z",
                     *           "metadata": {
                     *             "source": "onboarding",
                     *             "plan": "pro"
                     *           },
                     *           "status": "done",
                     *           "summary": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *           "title": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *           "type": "text",
                     *           "filepath": null,
                     *           "url": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "currentPage": 1,
                     *         "totalItems": 1,
                     *         "totalPages": 1,
                     *         "limit": 10
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Documents of this page. The field is called `memories` because existing clients expect it. */
                        memories: {
                            /** @description Stable code of the failure, such as `extract.encrypted`; null without one. */
                            errorCode: string | null;
                            /** @description The failure in a sentence; null without one. */
                            errorMessage: string | null;
                            /** @description Current memories that cite the document. */
                            memoryCount: number;
                            /** @description Result of dreaming. Null until the first dreaming of the document has ended. */
                            dreamingOutcome: {
                                /**
                                 * @description `formed`: there are memories. `nothing`: there was nothing to remember. `filtered`: a setting filtered out all facts. `skipped`: `taskType` is `rag`. `failed`: see `errorCode`. `waiting`: the next attempt is at `until`.
                                 * @enum {string}
                                 */
                                outcome: "formed" | "nothing" | "filtered" | "skipped" | "failed" | "waiting";
                                /** @description Memories that cited the document when its dreaming ended. */
                                memories: number;
                                /** @description Setting that filtered out the facts: `includeItems`, `excludeItems` or `filterPrompt`. */
                                setting: string | null;
                                /** @description True when dreaming stopped early, because the document reached the limit of facts (1,000 for a text; 40 for a file or page that the built-in rules read). The whole text stays searchable. */
                                truncated: boolean;
                                /** @description Stable code of the failure; null without one. */
                                errorCode: string | null;
                                /** @description The failure in a sentence; null without one. */
                                errorMessage: string | null;
                                /** @description Earliest time of the next attempt; null when there is none. */
                                until: string | null;
                            } | null;
                            /**
                             * @description Id of the document.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description Connection that imported the document; null if there is none. */
                            connectionId: string | null;
                            /** @description Your own id; null when none was given. */
                            customId: string | null;
                            /**
                             * @deprecated
                             * @description Tags of the document; the first is its container.
                             */
                            containerTags: string[];
                            /**
                             * Format: date-time
                             * @description When the document was added.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When the document last changed.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            updatedAt: string;
                            /**
                             * @description Metadata as it was given; null when there is none.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /**
                             * @description Processing status: `queued`, then the stage it is in, then `done` or `failed`.
                             * @enum {string}
                             */
                            status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                            /** @description Summary: the most important sentences, up to 400 characters. Null until the document is read. */
                            summary: string | null;
                            /** @description Title from the content: heading, page title or first line. Null until the document is read. */
                            title: string | null;
                            /**
                             * @description Detected type of the content.
                             * @enum {string}
                             */
                            type: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "audio" | "notes_doc" | "webpage" | "filehost" | "codehost_markdown" | "meeting_notes";
                            /** @description Path that was given; null when there is none. */
                            filepath: string | null;
                            /**
                             * @description `dreaming` while dreaming waits or runs. `done` when it has ended, with or without memories. `failed` when it failed.
                             * @enum {string}
                             */
                            dreamingStatus: "dreaming" | "done" | "failed";
                            /** @description Address that was fetched; null for text and files. */
                            url?: string | null;
                            /** @description Text or address; only with `includeContent`. */
                            content?: string;
                        }[];
                        /** @description Position of this page. */
                        pagination: {
                            /** @description This page, from 1. */
                            currentPage: number;
                            /** @description Items on all pages. */
                            totalItems: number;
                            /** @description Number of pages. */
                            totalPages: number;
                            /** @description Items per page. */
                            limit: number;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV3MemoriesFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key and body within 24 hours get the first response again. Another body with the same key gets 409. Each API key has its own idempotency keys. Up to 255 characters. */
                "Idempotency-Key"?: string;
                /** @description Name of your application, kept as `source` of the document. Up to 255 characters. */
                "x-sm-source"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "file": "(the bytes of report.pdf)",
                 *       "containerTag": "user_42",
                 *       "metadata": "{\"source\":\"reports\"}"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file. Required.
                     */
                    file?: string;
                    /**
                     * @description Container of the document, for example one per end user. Default: `sm_project_default`.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. One tag, or JSON text of an array.
                     */
                    containerTags?: string[];
                    /**
                     * @description Kind of file, if the content does not show it. Rarely needed.
                     * @enum {string}
                     */
                    fileType?: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "notes_doc" | "webpage" | "filehost";
                    /**
                     * @description MIME type of the file. Required when `fileType` is `image` or `video`.
                     * @example image/png
                     */
                    mimeType?: string;
                    /**
                     * @description Metadata as JSON text of an object.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description JSON text of an object: dreaming uses only memories with this metadata as context.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description Path of the document, to list and search by folder. Up to 4,096 characters.
                     * @example /reports/2026/q1.pdf
                     */
                    filepath?: string;
                    /**
                     * @description Your own id, unique in its container. Adding it again updates the document. Up to 100 letters, digits and `_ : - .`.
                     * @example note-2026-05-14
                     */
                    customId?: string;
                    /** @description Who or what the container is about, up to 1,500 characters. Guides memory extraction. */
                    entityContext?: string;
                    /**
                     * @description `memory` (the default): searchable, with memories. `rag`: searchable only.
                     * @enum {string}
                     */
                    taskType?: "memory" | "rag";
                    /**
                     * @description Date of the content itself, `YYYY-MM-DD` or ISO 8601. Relative dates in the text ("last week") are resolved against it. Default: when the document was added.
                     * @example 2026-05-14
                     */
                    documentDate?: string;
                    /**
                     * @description When dreaming starts: `dynamic` (the default) waits until the container is quiet, `instant` does not.
                     * @enum {string}
                     */
                    dreaming?: "instant" | "dynamic";
                    /**
                     * @deprecated
                     * @description Accepted and ignored: sent by agent plugins that call the API without an SDK.
                     */
                    title?: unknown;
                    /**
                     * @deprecated
                     * @description Accepted and ignored: sent by supermemory 4 (documents.uploadFile).
                     */
                    useAdvancedProcessing?: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *       "status": "queued"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the document.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Processing status, `queued` for new content.
                         * @example queued
                         */
                        status: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payment Required.
             *     - `quota.exceeded`: The organization has used up its token quota. Delete documents, or ask for a larger quota.
             */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has used up its token quota. Delete documents, or ask for a larger quota",
                     *       "code": "quota.exceeded",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `request.conflict`: The request conflicts with the current state.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request conflicts with the current state",
                     *       "code": "request.conflict",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Insufficient Storage.
             *     - `storage.full`: The file store of this server is full. Try again when the operator has made room.
             */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The file store of this server is full. Try again when the operator has made room",
                     *       "code": "storage.full",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3MemoriesById: {
        parameters: {
            query?: {
                /** @description Container tag of the document. An organization key needs it when several tags have a document with this `customId`. A scoped key uses its own container. */
                containerTag?: string;
            };
            header?: never;
            path: {
                /** @description Id or `customId` of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errorCode": null,
                     *       "errorMessage": null,
                     *       "memoryCount": 1,
                     *       "dreamingStatus": "done",
                     *       "dreamingOutcome": {
                     *         "outcome": "formed",
                     *         "memories": 1,
                     *         "setting": null,
                     *         "truncated": false,
                     *         "errorCode": null,
                     *         "errorMessage": null,
                     *         "until": null
                     *       },
                     *       "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *       "connectionId": null,
                     *       "customId": "note-2026-05-14",
                     *       "containerTags": [
                     *         "user_42"
                     *       ],
                     *       "createdAt": "2026-05-14T09:30:00.000Z",
                     *       "updatedAt": "2026-05-14T09:30:04.512Z",
                     *       "metadata": {
                     *         "source": "onboarding",
                     *         "plan": "pro"
                     *       },
                     *       "status": "done",
                     *       "summary": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *       "title": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *       "type": "text",
                     *       "content": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *       "raw": null,
                     *       "ogImage": null,
                     *       "source": "api",
                     *       "taskType": "memory",
                     *       "latestRevision": 1,
                     *       "activeContentUpdateId": null,
                     *       "tombstonedAt": null,
                     *       "url": null,
                     *       "filepath": null,
                     *       "memories": [
                     *         {
                     *           "id": "1Cb2E7KzvbpT8bZne3oSdk",
                     *           "memory": "Ada moved to Lisbon in May 2026 and started at a ceramics studio.",
                     *           "createdAt": "2026-05-14T09:30:00.000Z",
                     *           "updatedAt": "2026-05-14T09:30:04.512Z",
                     *           "isLatest": true,
                     *           "isForgotten": false,
                     *           "isStatic": false,
                     *           "isInference": false,
                     *           "version": 1,
                     *           "sourceCount": 1,
                     *           "metadata": {
                     *             "source": "onboarding",
                     *             "plan": "pro"
                     *           },
                     *           "parentMemoryId": null,
                     *           "rootMemoryId": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Stable code of the failure, such as `extract.encrypted`; null without one. */
                        errorCode: string | null;
                        /** @description The failure in a sentence; null without one. */
                        errorMessage: string | null;
                        /** @description Current memories that cite the document. */
                        memoryCount: number;
                        /** @description Result of dreaming. Null until the first dreaming of the document has ended. */
                        dreamingOutcome: {
                            /**
                             * @description `formed`: there are memories. `nothing`: there was nothing to remember. `filtered`: a setting filtered out all facts. `skipped`: `taskType` is `rag`. `failed`: see `errorCode`. `waiting`: the next attempt is at `until`.
                             * @enum {string}
                             */
                            outcome: "formed" | "nothing" | "filtered" | "skipped" | "failed" | "waiting";
                            /** @description Memories that cited the document when its dreaming ended. */
                            memories: number;
                            /** @description Setting that filtered out the facts: `includeItems`, `excludeItems` or `filterPrompt`. */
                            setting: string | null;
                            /** @description True when dreaming stopped early, because the document reached the limit of facts (1,000 for a text; 40 for a file or page that the built-in rules read). The whole text stays searchable. */
                            truncated: boolean;
                            /** @description Stable code of the failure; null without one. */
                            errorCode: string | null;
                            /** @description The failure in a sentence; null without one. */
                            errorMessage: string | null;
                            /** @description Earliest time of the next attempt; null when there is none. */
                            until: string | null;
                        } | null;
                        /**
                         * @description Id of the document.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /** @description Connection that imported the document; null if there is none. */
                        connectionId: string | null;
                        /** @description Your own id; null when none was given. */
                        customId: string | null;
                        /**
                         * @deprecated
                         * @description Tags of the document; the first is its container.
                         */
                        containerTags: string[];
                        /**
                         * Format: date-time
                         * @description When the document was added.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When the document last changed.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        updatedAt: string;
                        /**
                         * @description Metadata as it was given; null when there is none.
                         * @example {
                         *       "source": "onboarding"
                         *     }
                         */
                        metadata: string | number | boolean | null | {
                            [key: string]: unknown;
                        } | unknown[];
                        /**
                         * @description Processing status: `queued`, then the stage it is in, then `done` or `failed`.
                         * @enum {string}
                         */
                        status: "unknown" | "queued" | "extracting" | "chunking" | "embedding" | "indexing" | "done" | "failed";
                        /** @description Summary: the most important sentences, up to 400 characters. Null until the document is read. */
                        summary: string | null;
                        /** @description Title from the content: heading, page title or first line. Null until the document is read. */
                        title: string | null;
                        /**
                         * @description Detected type of the content.
                         * @enum {string}
                         */
                        type: "text" | "pdf" | "social_post" | "cloud_doc" | "cloud_slide" | "cloud_sheet" | "image" | "video" | "audio" | "notes_doc" | "webpage" | "filehost" | "codehost_markdown" | "meeting_notes";
                        /** @description Text or address as it was sent; null for an uploaded file. */
                        content: string | null;
                        /** @description Text extracted from a file or a page; null when there is none. */
                        raw: unknown | null;
                        /** @description Address of the preview image of the page. */
                        ogImage: string | null;
                        /** @description Source of the document: `api`, `upload`, `conversation`, or the header `x-sm-source`. */
                        source: string | null;
                        /**
                         * @description `memory`: searchable, with memories. `rag`: searchable only.
                         * @enum {string}
                         */
                        taskType: "memory" | "rag";
                        /** @description Number of the latest content, from 1. */
                        latestRevision: number;
                        /** @description Set while new content is processed; null after. */
                        activeContentUpdateId: string | null;
                        /** @description When it was deleted; null if it was not. */
                        tombstonedAt: string | null;
                        /**
                         * @description `dreaming` while dreaming waits or runs. `done` when it has ended, with or without memories. `failed` when it failed.
                         * @enum {string}
                         */
                        dreamingStatus: "dreaming" | "done" | "failed";
                        /** @description Address that was fetched; null for text and files. */
                        url: string | null;
                        /** @description Path that was given; null when there is none. */
                        filepath: string | null;
                        /** @description Memories extracted from it, including superseded and forgotten ones. Absent while there are none. */
                        memories?: {
                            /**
                             * @description Id of the memory (of this version).
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description The fact, as a sentence. */
                            memory: string;
                            /**
                             * Format: date-time
                             * @description When the fact was learned.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /** @description When the memory last changed. */
                            updatedAt: string | null;
                            /** @description False when a newer version superseded it. */
                            isLatest: boolean;
                            /** @description True when it is forgotten: stored, but not in search and profile. */
                            isForgotten: boolean;
                            /** @description True for a lasting fact, such as a name. */
                            isStatic: boolean;
                            /** @description True when it was inferred from other memories, not stated. */
                            isInference: boolean;
                            /** @description Number of the version, from 1. */
                            version: number;
                            /** @description Number of sources that state it. */
                            sourceCount: number;
                            /**
                             * @description Metadata as it was given; null when there is none.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** @description The version before this one; null for the first. */
                            parentMemoryId: string | null;
                            /** @description The first version; null when this is the first. */
                            rootMemoryId: string | null;
                        }[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `document.not_found`: Document not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Document not found",
                     *       "code": "document.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `document.ambiguous`: Several container tags have a document with this customId. Name one of them as containerTag, or use the id.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Several container tags have a document with this customId. Name one of them as containerTag, or use the id",
                     *       "code": "document.ambiguous",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `document.moving`: The document is being moved to another container tag. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deleteV3MemoriesById: {
        parameters: {
            query?: {
                /** @description Container tag of the document. An organization key needs it when several tags have a document with this `customId`. A scoped key uses its own container. */
                containerTag?: string;
            };
            header?: never;
            path: {
                /** @description Id or `customId` of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    /** @description Id of the receipt of the deletion: `GET /v3/erasures/{id}`. */
                    "X-Erasure-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `document.not_found`: Document not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Document not found",
                     *       "code": "document.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `document.ambiguous`: Several container tags have a document with this customId. Name one of them as containerTag, or use the id.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Several container tags have a document with this customId. Name one of them as containerTag, or use the id",
                     *       "code": "document.ambiguous",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `document.moving`: The document is being moved to another container tag. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    patchV3MemoriesById: {
        parameters: {
            query?: {
                /** @description Container tag of the document. An organization key needs it when several tags have a document with this `customId`. A scoped key uses its own container. */
                containerTag?: string;
            };
            header?: never;
            path: {
                /** @description Id or `customId` of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "content": "Ada moved to Porto in June.",
                 *       "metadata": {
                 *         "source": "correction"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Text, or exactly one http(s) address to fetch. At most 1,000,000 bytes unless configured.
                     * @example Ada moved to Lisbon in May and started at a ceramics studio.
                     */
                    content?: string;
                    /**
                     * @description Container of the document, for example one per end user. Default: `sm_project_default`.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. The first tag is the container.
                     */
                    containerTags?: string[];
                    /**
                     * @description Your own keys; values are strings, numbers, booleans or arrays of strings. At most 100 keys of 255 characters, 8,192 characters a string, 1,000 items an array; 10,000 items and 262,144 characters in all.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description `memory` (the default): searchable, with memories. `rag`: searchable only.
                     * @enum {string}
                     */
                    taskType?: "memory" | "rag";
                    /**
                     * @description Path of the document, to list and search by folder. Up to 4,096 characters.
                     * @example /notes/2026/lisbon.md
                     */
                    filepath?: string;
                    /**
                     * @deprecated
                     * @description Accepted and ignored: sent by agent plugins that call the API without an SDK.
                     */
                    title?: unknown;
                    /**
                     * @description New `customId`, up to 255 characters. 409 when another document in the container uses it.
                     * @example note-2026-05-14
                     */
                    customId?: string;
                    /**
                     * @description Dreaming uses only memories with this metadata as context. An array matches any of its values.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    filterByMetadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /**
                     * @description Date of the content itself, `YYYY-MM-DD` or ISO 8601. Relative dates in the text ("last week") are resolved against it. Default: when the document was added.
                     * @example 2026-05-14
                     */
                    documentDate?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *       "status": "queued"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the document.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Processing status, `queued` for new content.
                         * @example queued
                         */
                        status: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payment Required.
             *     - `quota.exceeded`: The organization has used up its token quota. Delete documents, or ask for a larger quota.
             */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has used up its token quota. Delete documents, or ask for a larger quota",
                     *       "code": "quota.exceeded",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `document.not_found`: Document not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Document not found",
                     *       "code": "document.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `document.ambiguous`: Several container tags have a document with this customId. Name one of them as containerTag, or use the id.
             *     - `request.conflict`: The request conflicts with the current state.
             *     - `document.across_cells`: A document cannot move to a container tag in another database. Add it again there, and delete the old one.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Several container tags have a document with this customId. Name one of them as containerTag, or use the id",
                     *       "code": "document.ambiguous",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `document.moving`: The document is being moved to another container tag. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "conversationId": "chat-2026-05-14-ada",
                 *       "containerTag": "user_42",
                 *       "messages": [
                 *         {
                 *           "role": "user",
                 *           "content": "I moved to Lisbon in May."
                 *         },
                 *         {
                 *           "role": "assistant",
                 *           "content": "How do you like it so far?"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Your own id of the conversation, up to 255 letters, digits and `_ : - .`.
                     * @example chat-2026-05-14-ada
                     */
                    conversationId: string;
                    /** @description 1 to 10,000 messages, oldest first. */
                    messages: ({
                        /**
                         * @description Role of the speaker. It becomes the `origin` of memories. Role labels inside `content` have no effect.
                         * @enum {string}
                         */
                        role: "user" | "assistant" | "system" | "tool";
                        /** @description The message: text, or a list of parts. */
                        content?: (string | ({
                            /**
                             * @description A part with text.
                             * @constant
                             */
                            type: "text";
                            /** @description The text. */
                            text: string;
                        } | ({
                            /**
                             * @description An image; stored as `[image]`.
                             * @constant
                             */
                            type: "image_url";
                        } & {
                            [key: string]: unknown;
                        }))[]) | null;
                        /** @description Name of the speaker, stored with the role. */
                        name?: string | null;
                        /** @description Tools the assistant called; their names are stored. */
                        tool_calls?: ({
                            /** @description The function that was called. */
                            function: {
                                /** @description Name of the tool. */
                                name: string;
                                /** @description Arguments as JSON text; not stored. */
                                arguments: string;
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        })[] | null;
                        /** @description Call that a `tool` message answers; not stored. */
                        tool_call_id?: string | null;
                    } & {
                        [key: string]: unknown;
                    })[];
                    /**
                     * @description Container of the conversation, for example one per end user. Default: `sm_project_default`.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. The first tag is the container.
                     */
                    containerTags?: string[];
                    /**
                     * @description Your own keys; values are strings, numbers, booleans or arrays of strings. At most 100 keys of 255 characters, 8,192 characters a string, 1,000 items an array; 10,000 items and 262,144 characters in all.
                     * @example {
                     *       "source": "onboarding",
                     *       "plan": "pro"
                     *     }
                     */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /** @description Who or what the container is about, up to 1,500 characters. Guides memory extraction. */
                    entityContext?: string;
                    /**
                     * @description Date of the conversation, `YYYY-MM-DD` or ISO 8601: "yesterday" is the day before it. Default: now.
                     * @example 2026-05-14
                     */
                    documentDate?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cb2E6xd3spDuQv5BFZdDc",
                     *       "conversationId": "chat-2026-05-14-ada",
                     *       "status": "queued"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the document that holds the conversation.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /** @description Id of the conversation, as it was sent. */
                        conversationId: string;
                        /** @description Processing status, `queued` for new messages. */
                        status: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payment Required.
             *     - `quota.exceeded`: The organization has used up its token quota. Delete documents, or ask for a larger quota.
             */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has used up its token quota. Delete documents, or ask for a larger quota",
                     *       "code": "quota.exceeded",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    postV4Memories: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key and body within 24 hours get the first response again. Another body with the same key gets 409. Each API key has its own idempotency keys. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "containerTag": "user_42",
                 *       "memories": [
                 *         {
                 *           "content": "Ada prefers tea to coffee.",
                 *           "isStatic": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Container tag of the request. Required.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. If there are several tags, only the first is used.
                     */
                    containerTags?: string[];
                    /** @description 1 to 100 facts. */
                    memories: {
                        /**
                         * @description The fact as a sentence, 1 to 10,000 characters.
                         * @example Ada prefers tea to coffee.
                         */
                        content: string;
                        /**
                         * @description True for a lasting fact, such as a name. Later statements do not supersede it.
                         * @default false
                         */
                        isStatic?: boolean;
                        /** @description Your own keys to filter by. */
                        metadata?: {
                            [key: string]: string | number | boolean | string[];
                        } | null;
                        /** @description When to forget it automatically, `YYYY-MM-DD` or ISO 8601. */
                        forgetAfter?: (string) | null;
                        /** @description Why it will be forgotten, up to 1,000 characters. */
                        forgetReason?: string | null;
                        /** @description Dates of the fact. */
                        temporalContext?: {
                            /** @description Date of the statement itself, `YYYY-MM-DD` or ISO 8601. */
                            documentDate?: (string) | null;
                            /** @description Dates that the statement is about, at most 100. */
                            eventDate?: (string)[] | null;
                        } | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "documentId": null,
                     *       "memories": [
                     *         {
                     *           "id": "1Cb2E7KzvbpT8bZne3oSdk",
                     *           "memory": "Ada prefers tea to coffee.",
                     *           "createdAt": "2026-05-14T09:30:05.000Z",
                     *           "forgetAfter": null,
                     *           "forgetReason": null,
                     *           "metadata": null,
                     *           "isStatic": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Always null: these memories come from no document. */
                        documentId: string | null;
                        /** @description The memories, in the order they were sent. */
                        memories: {
                            /**
                             * @description Id of the memory (of this version).
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description The fact, as a sentence. */
                            memory: string;
                            /**
                             * Format: date-time
                             * @description When the fact was learned.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /** @description When it will be forgotten automatically; null for never. */
                            forgetAfter: string | null;
                            /** @description Why it was or will be forgotten. */
                            forgetReason: string | null;
                            /**
                             * @description Metadata as it was given; null when there is none.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** @description True for a lasting fact. */
                            isStatic: boolean;
                        }[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `request.conflict`: The request conflicts with the current state.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request conflicts with the current state",
                     *       "code": "request.conflict",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `embed.unavailable`: The embedding model does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "containerTag": "user_42",
                 *       "id": "1Cb2E7KzvbpT8bZne3oSdk",
                 *       "reason": "The user asked to forget it"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Container tag of the request. Required.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. If there are several tags, only the first is used.
                     */
                    containerTags?: string[];
                    /**
                     * @description Id of the memory. Send either `id` or `content`.
                     * @example 1Cb2E7KzvbpT8bZne3oSdk
                     */
                    id?: string;
                    /**
                     * @description Exact text of the memory, instead of `id`.
                     * @example Ada prefers tea to coffee.
                     */
                    content?: string;
                    /** @description Why it is forgotten, up to 1,000 characters. Stored as `forgetReason`. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Id of the receipt of the deletion: `GET /v3/erasures/{id}`. */
                    "X-Erasure-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cb2E7KzvbpT8bZne3oSdk",
                     *       "forgotten": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the memory.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Always true; a failure returns an error.
                         * @constant
                         */
                        forgotten: true;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `memory.not_found`: Memory not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Memory not found",
                     *       "code": "memory.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `memory.forgotten`: This memory is already forgotten.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This memory is already forgotten",
                     *       "code": "memory.forgotten",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "containerTag": "user_42",
                 *       "id": "1Cb2E7KzvbpT8bZne3oSdk",
                 *       "newContent": "Ada prefers green tea to coffee."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Container tag of the request. Required.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. If there are several tags, only the first is used.
                     */
                    containerTags?: string[];
                    /**
                     * @description Id of the memory. Send either `id` or `content`.
                     * @example 1Cb2E7KzvbpT8bZne3oSdk
                     */
                    id?: string;
                    /**
                     * @description Exact text of the memory, instead of `id`.
                     * @example Ada prefers tea to coffee.
                     */
                    content?: string;
                    /**
                     * @description Text of the new version, 1 to 10,000 characters.
                     * @example Ada prefers green tea to coffee.
                     */
                    newContent: string;
                    /** @description New metadata; null clears it. */
                    metadata?: {
                        [key: string]: string | number | boolean | string[];
                    } | null;
                    /** @description When to forget it automatically; null clears it. */
                    forgetAfter?: (string) | null;
                    /** @description Why it will be forgotten; null clears it. */
                    forgetReason?: string | null;
                    /** @description Dates of the new version. */
                    temporalContext?: {
                        /** @description Date of the statement itself, `YYYY-MM-DD` or ISO 8601. */
                        documentDate?: (string) | null;
                        /** @description Dates that the statement is about, at most 100. */
                        eventDate?: (string)[] | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1CbejjjFvcQJCrNZgx1iMR",
                     *       "memory": "Ada prefers green tea to coffee.",
                     *       "createdAt": "2026-05-14T09:30:05.000Z",
                     *       "forgetAfter": null,
                     *       "forgetReason": null,
                     *       "metadata": null,
                     *       "version": 2,
                     *       "parentMemoryId": "1Cb2E7KzvbpT8bZne3oSdk",
                     *       "rootMemoryId": "1Cb2E7KzvbpT8bZne3oSdk"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the memory (of this version).
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /** @description The fact, as a sentence. */
                        memory: string;
                        /**
                         * Format: date-time
                         * @description When the fact was learned.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                        /** @description When it will be forgotten automatically; null for never. */
                        forgetAfter: string | null;
                        /** @description Why it was or will be forgotten. */
                        forgetReason: string | null;
                        /**
                         * @description Metadata as it was given; null when there is none.
                         * @example {
                         *       "source": "onboarding"
                         *     }
                         */
                        metadata: string | number | boolean | null | {
                            [key: string]: unknown;
                        } | unknown[];
                        /** @description Number of the version, from 1. */
                        version: number;
                        /** @description The version before this one. */
                        parentMemoryId: string | null;
                        /** @description The first version. */
                        rootMemoryId: string | null;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `memory.not_found`: Memory not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Memory not found",
                     *       "code": "memory.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `memory.forgotten`: This memory is already forgotten.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This memory is already forgotten",
                     *       "code": "memory.forgotten",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `embed.unavailable`: The embedding model does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Id of the memory. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cb2E7KzvbpT8bZne3oSdk",
                     *       "memory": "Ada moved to Lisbon in May 2026 and started at a ceramics studio.",
                     *       "createdAt": "2026-05-14T09:30:05.000Z",
                     *       "updatedAt": "2026-05-14T09:30:05.000Z",
                     *       "isLatest": true,
                     *       "isForgotten": false,
                     *       "isStatic": false,
                     *       "isInference": false,
                     *       "version": 2,
                     *       "sourceCount": 1,
                     *       "metadata": null,
                     *       "parentMemoryId": "1CX38ZC1cE7GhgU9haWBe1",
                     *       "rootMemoryId": "1CX38ZC1cE7GhgU9haWBe1",
                     *       "spaceId": "1Cbejp9nRJTbN34gNmuqGe",
                     *       "orgId": "1CbgdhVREVkT2TV2Z8FYBo",
                     *       "forgetAfter": null,
                     *       "forgetReason": null,
                     *       "memoryRelations": {
                     *         "1CX38ZC1cE7GhgU9haWBe1": "updates"
                     *       },
                     *       "temporalContext": {
                     *         "documentDate": "2026-05-14T00:00:00.000Z",
                     *         "eventDate": [
                     *           "2026-05-01T00:00:00.000Z"
                     *         ]
                     *       },
                     *       "history": [
                     *         {
                     *           "id": "1CX38ZC1cE7GhgU9haWBe1",
                     *           "memory": "Ada lives in Berlin.",
                     *           "createdAt": "2026-01-12T08:00:00.000Z",
                     *           "updatedAt": "2026-05-14T09:30:05.000Z",
                     *           "isLatest": false,
                     *           "isForgotten": false,
                     *           "isStatic": false,
                     *           "isInference": false,
                     *           "version": 1,
                     *           "sourceCount": 1,
                     *           "metadata": null,
                     *           "parentMemoryId": null,
                     *           "rootMemoryId": null
                     *         }
                     *       ],
                     *       "documentIds": [
                     *         "1Cb2E6xd3spDuQv5BFZdDc"
                     *       ],
                     *       "origin": "user",
                     *       "confidence": 0.85,
                     *       "trueFrom": "2026-05-01T00:00:00.000Z",
                     *       "trueUntil": null,
                     *       "citations": [
                     *         {
                     *           "documentId": "1Cb2E6xd3spDuQv5BFZdDc",
                     *           "title": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *           "revision": 1,
                     *           "spans": [
                     *             {
                     *               "start": 0,
                     *               "end": 60,
                     *               "text": "Ada moved to Lisbon in May and started at a ceramics studio."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "decisions": [
                     *         {
                     *           "memoryId": "1CX38ZC1cE7GhgU9haWBe1",
                     *           "relation": "updates",
                     *           "reason": "A later statement about the same place of residence",
                     *           "decidedAt": "2026-05-14T09:30:05.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the memory (of this version).
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /** @description The fact, as a sentence. */
                        memory: string;
                        /**
                         * Format: date-time
                         * @description When the fact was learned.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                        /** @description When the memory last changed. */
                        updatedAt: string | null;
                        /** @description False when a newer version superseded it. */
                        isLatest: boolean;
                        /** @description True when it is forgotten: stored, but not in search and profile. */
                        isForgotten: boolean;
                        /** @description True for a lasting fact, such as a name. */
                        isStatic: boolean;
                        /** @description True when it was inferred from other memories, not stated. */
                        isInference: boolean;
                        /** @description Number of the version, from 1. */
                        version: number;
                        /** @description Number of sources that state it. */
                        sourceCount: number;
                        /**
                         * @description Metadata as it was given; null when there is none.
                         * @example {
                         *       "source": "onboarding"
                         *     }
                         */
                        metadata: string | number | boolean | null | {
                            [key: string]: unknown;
                        } | unknown[];
                        /** @description The version before this one; null for the first. */
                        parentMemoryId: string | null;
                        /** @description The first version; null when this is the first. */
                        rootMemoryId: string | null;
                        /**
                         * @description Id of the container.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        spaceId: string;
                        /**
                         * @description Id of the organization.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        orgId: string;
                        /** @description When it will be forgotten automatically; null for never. */
                        forgetAfter: string | null;
                        /** @description Why it was or will be forgotten. */
                        forgetReason: string | null;
                        /** @description Related memories. `updates`: this one supersedes the other. `extends`: it adds detail. `derives`: it was inferred from the other. */
                        memoryRelations: {
                            [key: string]: "updates" | "extends" | "derives";
                        };
                        /** @description Dates of the fact; null when none are known. */
                        temporalContext: {
                            /** @description Date of the statement itself. */
                            documentDate: string | null;
                            /** @description Dates that the statement is about. */
                            eventDate: string[];
                        } | null;
                        /** @description Earlier versions, newest first. */
                        history: {
                            /**
                             * @description Id of the memory (of this version).
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description The fact, as a sentence. */
                            memory: string;
                            /**
                             * Format: date-time
                             * @description When the fact was learned.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /** @description When the memory last changed. */
                            updatedAt: string | null;
                            /** @description False when a newer version superseded it. */
                            isLatest: boolean;
                            /** @description True when it is forgotten: stored, but not in search and profile. */
                            isForgotten: boolean;
                            /** @description True for a lasting fact, such as a name. */
                            isStatic: boolean;
                            /** @description True when it was inferred from other memories, not stated. */
                            isInference: boolean;
                            /** @description Number of the version, from 1. */
                            version: number;
                            /** @description Number of sources that state it. */
                            sourceCount: number;
                            /**
                             * @description Metadata as it was given; null when there is none.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** @description The version before this one; null for the first. */
                            parentMemoryId: string | null;
                            /** @description The first version; null when this is the first. */
                            rootMemoryId: string | null;
                        }[];
                        /** @description Documents it comes from. */
                        documentIds: string[];
                        /**
                         * @description Who stated it: `document` for pages and files, the role for messages, `user` for texts added directly, `api` for memories written by a caller.
                         * @enum {string}
                         */
                        origin: "api" | "user" | "assistant" | "document" | "tool";
                        /** @description Confidence in the fact, 0 to 1; null when it was stated. */
                        confidence: number | null;
                        /** @description Start of the time when it is true, if known. */
                        trueFrom: string | null;
                        /** @description End of the time when it was true: the time of the fact that superseded it. */
                        trueUntil: string | null;
                        /** @description Documents and passages the fact comes from. */
                        citations: {
                            /**
                             * @description Id of the document.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            documentId: string;
                            /** @description Title of the document. */
                            title: string | null;
                            /** @description Revision of the content that was read. */
                            revision: number;
                            /** @description Passages that state the fact. */
                            spans: {
                                /** @description First character, in UTF-16 units. */
                                start: number;
                                /** @description End of the span, exclusive. */
                                end: number;
                                /** @description The passage, verbatim. */
                                text: string;
                            }[];
                        }[];
                        /** @description Decisions about this memory and others. */
                        decisions: {
                            /**
                             * @description Id of the other memory.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            memoryId: string;
                            /**
                             * @description Decision: this memory `updates`, `extends` or `derives` from the other.
                             * @enum {string}
                             */
                            relation: "updates" | "extends" | "derives";
                            /** @description Why it was decided, in a sentence. */
                            reason: string | null;
                            /**
                             * Format: date-time
                             * @description When it was decided.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            decidedAt: string;
                        }[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `memory.not_found`: Memory not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Memory not found",
                     *       "code": "memory.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "containerTags": [
                 *         "user_42"
                 *       ],
                 *       "limit": 10,
                 *       "page": 1
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Container to list, instead of `containerTags`.
                     * @example user_42
                     */
                    containerTag?: string;
                    /** @description Containers to list, 1 to 100. Required, unless `containerTag` is sent. */
                    containerTags?: string[];
                    filters?: components["schemas"]["QueryFilter"];
                    /** @description Items per page, 1 to 1,100. */
                    limit?: number;
                    /** @description Page to return, from 1. */
                    page?: number;
                    /**
                     * @description Time to sort by.
                     * @default createdAt
                     * @enum {string}
                     */
                    sort?: "createdAt" | "updatedAt";
                    /**
                     * @description `desc`: newest first. `asc`: oldest first.
                     * @default desc
                     * @enum {string}
                     */
                    order?: "asc" | "desc";
                    /** @description Additional memories to list. */
                    include?: {
                        /**
                         * @description Lists forgotten memories too.
                         * @default false
                         */
                        forgottenMemories?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "memoryEntries": [
                     *         {
                     *           "id": "1Cb2E7KzvbpT8bZne3oSdk",
                     *           "memory": "Ada moved to Lisbon in May 2026 and started at a ceramics studio.",
                     *           "createdAt": "2026-05-14T09:30:05.000Z",
                     *           "updatedAt": "2026-05-14T09:30:05.000Z",
                     *           "isLatest": true,
                     *           "isForgotten": false,
                     *           "isStatic": false,
                     *           "isInference": false,
                     *           "version": 2,
                     *           "sourceCount": 1,
                     *           "metadata": null,
                     *           "parentMemoryId": "1CX38ZC1cE7GhgU9haWBe1",
                     *           "rootMemoryId": "1CX38ZC1cE7GhgU9haWBe1",
                     *           "spaceId": "1Cbejp9nRJTbN34gNmuqGe",
                     *           "orgId": "1CbgdhVREVkT2TV2Z8FYBo",
                     *           "forgetAfter": null,
                     *           "forgetReason": null,
                     *           "memoryRelations": {
                     *             "1CX38ZC1cE7GhgU9haWBe1": "updates"
                     *           },
                     *           "temporalContext": {
                     *             "documentDate": "2026-05-14T00:00:00.000Z",
                     *             "eventDate": [
                     *               "2026-05-01T00:00:00.000Z"
                     *             ]
                     *           },
                     *           "history": [
                     *             {
                     *               "id": "1CX38ZC1cE7GhgU9haWBe1",
                     *               "memory": "Ada lives in Berlin.",
                     *               "createdAt": "2026-01-12T08:00:00.000Z",
                     *               "updatedAt": "2026-05-14T09:30:05.000Z",
                     *               "isLatest": false,
                     *               "isForgotten": false,
                     *               "isStatic": false,
                     *               "isInference": false,
                     *               "version": 1,
                     *               "sourceCount": 1,
                     *               "metadata": null,
                     *               "parentMemoryId": null,
                     *               "rootMemoryId": null
                     *             }
                     *           ],
                     *           "documentIds": [
                     *             "1Cb2E6xd3spDuQv5BFZdDc"
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "currentPage": 1,
                     *         "totalItems": 1,
                     *         "totalPages": 1,
                     *         "limit": 10
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Memories of this page. */
                        memoryEntries: {
                            /**
                             * @description Id of the memory (of this version).
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description The fact, as a sentence. */
                            memory: string;
                            /**
                             * Format: date-time
                             * @description When the fact was learned.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /** @description When the memory last changed. */
                            updatedAt: string | null;
                            /** @description False when a newer version superseded it. */
                            isLatest: boolean;
                            /** @description True when it is forgotten: stored, but not in search and profile. */
                            isForgotten: boolean;
                            /** @description True for a lasting fact, such as a name. */
                            isStatic: boolean;
                            /** @description True when it was inferred from other memories, not stated. */
                            isInference: boolean;
                            /** @description Number of the version, from 1. */
                            version: number;
                            /** @description Number of sources that state it. */
                            sourceCount: number;
                            /**
                             * @description Metadata as it was given; null when there is none.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** @description The version before this one; null for the first. */
                            parentMemoryId: string | null;
                            /** @description The first version; null when this is the first. */
                            rootMemoryId: string | null;
                            /**
                             * @description Id of the container.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            spaceId: string;
                            /**
                             * @description Id of the organization.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            orgId: string;
                            /** @description When it will be forgotten automatically; null for never. */
                            forgetAfter: string | null;
                            /** @description Why it was or will be forgotten. */
                            forgetReason: string | null;
                            /** @description Related memories. `updates`: this one supersedes the other. `extends`: it adds detail. `derives`: it was inferred from the other. */
                            memoryRelations: {
                                [key: string]: "updates" | "extends" | "derives";
                            };
                            /** @description Dates of the fact; null when none are known. */
                            temporalContext: {
                                /** @description Date of the statement itself. */
                                documentDate: string | null;
                                /** @description Dates that the statement is about. */
                                eventDate: string[];
                            } | null;
                            /** @description Earlier versions, newest first. */
                            history: {
                                /**
                                 * @description Id of the memory (of this version).
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                id: string;
                                /** @description The fact, as a sentence. */
                                memory: string;
                                /**
                                 * Format: date-time
                                 * @description When the fact was learned.
                                 * @example 2026-05-14T09:30:00.000Z
                                 */
                                createdAt: string;
                                /** @description When the memory last changed. */
                                updatedAt: string | null;
                                /** @description False when a newer version superseded it. */
                                isLatest: boolean;
                                /** @description True when it is forgotten: stored, but not in search and profile. */
                                isForgotten: boolean;
                                /** @description True for a lasting fact, such as a name. */
                                isStatic: boolean;
                                /** @description True when it was inferred from other memories, not stated. */
                                isInference: boolean;
                                /** @description Number of the version, from 1. */
                                version: number;
                                /** @description Number of sources that state it. */
                                sourceCount: number;
                                /**
                                 * @description Metadata as it was given; null when there is none.
                                 * @example {
                                 *       "source": "onboarding"
                                 *     }
                                 */
                                metadata: string | number | boolean | null | {
                                    [key: string]: unknown;
                                } | unknown[];
                                /** @description The version before this one; null for the first. */
                                parentMemoryId: string | null;
                                /** @description The first version; null when this is the first. */
                                rootMemoryId: string | null;
                            }[];
                            /** @description Documents it comes from. */
                            documentIds: string[];
                        }[];
                        /** @description Position of this page. */
                        pagination: {
                            /** @description This page, from 1. */
                            currentPage: number;
                            /** @description Items on all pages. */
                            totalItems: number;
                            /** @description Number of pages. */
                            totalPages: number;
                            /** @description Items per page. */
                            limit: number;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "containerTag": "user_42",
                 *       "query": "Ada prefers tea",
                 *       "dryRun": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Container tag of the request. Required.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. If there are several tags, only the first is used.
                     */
                    containerTags?: string[];
                    /** @description Forgets the memories that match this text. Send either `query` or `ids`. */
                    query?: string;
                    /** @description 1 to 500 ids to forget. */
                    ids?: string[];
                    /**
                     * @description Returns the candidates and changes nothing.
                     * @default false
                     */
                    dryRun?: boolean;
                    /**
                     * @description Minimum similarity to `query`, 0 to 1.
                     * @default 0.5
                     */
                    threshold?: number;
                    /**
                     * @description Maximum number of memories to forget, 1 to 500.
                     * @default 100
                     */
                    maxForget?: number;
                    /** @description Why they are forgotten. Stored as `forgetReason`. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dryRun": true,
                     *       "count": 1,
                     *       "forgetBatchId": null,
                     *       "summary": "1 memory would be forgotten",
                     *       "candidates": [
                     *         {
                     *           "id": "1Cb2E7KzvbpT8bZne3oSdk",
                     *           "memory": "Ada prefers tea to coffee.",
                     *           "score": 0.71
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description True when nothing was changed. */
                        dryRun: boolean;
                        /** @description Number of memories that match. */
                        count: number;
                        /** @description Id of the batch; null when nothing was forgotten. */
                        forgetBatchId: string | null;
                        /** @description The result in a sentence. */
                        summary: string;
                        /** @description Memories that would be forgotten; only with `dryRun`. */
                        candidates?: {
                            /**
                             * @description Id of the memory.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description The fact, as a sentence. */
                            memory: string;
                            /** @description Similarity to the query, 0 to 1. */
                            score: number;
                        }[];
                        /** @description Memories that were forgotten; not with `dryRun`. */
                        forgotten?: {
                            /**
                             * @description Id of the memory.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description The fact, as a sentence. */
                            memory: string;
                            /** @description Similarity to the query, 0 to 1. */
                            score: number;
                        }[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `embed.unavailable`: The embedding model does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Id of the memory. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cb2E7KzvbpT8bZne3oSdk",
                     *       "undone": "update",
                     *       "current": [
                     *         {
                     *           "id": "1Cb2E7KzvbpT8bZne3oSdk",
                     *           "memory": "Ada moved to Lisbon in May 2026 and started at a ceramics studio.",
                     *           "createdAt": "2026-05-14T09:30:05.000Z",
                     *           "updatedAt": "2026-05-14T09:30:05.000Z",
                     *           "isLatest": true,
                     *           "isForgotten": false,
                     *           "isStatic": false,
                     *           "isInference": false,
                     *           "version": 2,
                     *           "sourceCount": 1,
                     *           "metadata": null,
                     *           "parentMemoryId": "1CX38ZC1cE7GhgU9haWBe1",
                     *           "rootMemoryId": "1CX38ZC1cE7GhgU9haWBe1"
                     *         },
                     *         {
                     *           "id": "1CX38ZC1cE7GhgU9haWBe1",
                     *           "memory": "Ada lives in Berlin.",
                     *           "createdAt": "2026-01-12T08:00:00.000Z",
                     *           "updatedAt": "2026-05-14T09:30:05.000Z",
                     *           "isLatest": true,
                     *           "isForgotten": false,
                     *           "isStatic": false,
                     *           "isInference": false,
                     *           "version": 1,
                     *           "sourceCount": 1,
                     *           "metadata": null,
                     *           "parentMemoryId": null,
                     *           "rootMemoryId": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the memory.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description The change that was undone: the memory was forgotten, a caller changed it, or it superseded another.
                         * @enum {string}
                         */
                        undone: "forgetting" | "edit" | "update";
                        /** @description Memories that are current now. */
                        current: {
                            /**
                             * @description Id of the memory (of this version).
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description The fact, as a sentence. */
                            memory: string;
                            /**
                             * Format: date-time
                             * @description When the fact was learned.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /** @description When the memory last changed. */
                            updatedAt: string | null;
                            /** @description False when a newer version superseded it. */
                            isLatest: boolean;
                            /** @description True when it is forgotten: stored, but not in search and profile. */
                            isForgotten: boolean;
                            /** @description True for a lasting fact, such as a name. */
                            isStatic: boolean;
                            /** @description True when it was inferred from other memories, not stated. */
                            isInference: boolean;
                            /** @description Number of the version, from 1. */
                            version: number;
                            /** @description Number of sources that state it. */
                            sourceCount: number;
                            /**
                             * @description Metadata as it was given; null when there is none.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** @description The version before this one; null for the first. */
                            parentMemoryId: string | null;
                            /** @description The first version; null when this is the first. */
                            rootMemoryId: string | null;
                        }[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `memory.not_found`: Memory not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Memory not found",
                     *       "code": "memory.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `memory.nothing_to_undo`: This memory has no change that can be undone.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This memory has no change that can be undone",
                     *       "code": "memory.nothing_to_undo",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `embed.unavailable`: The embedding model does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "containerTag": "user_42",
                 *       "q": "where does Ada live now?",
                 *       "threshold": 0.4
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Container tag of the request. Required.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. If there are several tags, only the first is used.
                     */
                    containerTags?: string[];
                    /**
                     * @description Query for `searchResults` in addition to the profile, up to 10,000 characters.
                     * @example where does Ada live now?
                     */
                    q?: string | null;
                    /**
                     * @description Minimum similarity of `searchResults`, 0 to 1.
                     * @default 0.6
                     */
                    threshold?: number;
                    filters?: components["schemas"]["QueryFilter"];
                    /**
                     * @description The profile as it was known at this date, `YYYY-MM-DD` or ISO 8601.
                     * @example 2026-05-14
                     */
                    asOf?: string;
                    /** @description Parts to return. Default: `static` and `dynamic`, and `buckets` when you name some. `lines` adds the id and the section of each line. */
                    include?: ("static" | "dynamic" | "buckets" | "lines")[];
                    /**
                     * @description Keys of the buckets to fill; all of them unless given.
                     * @example [
                     *       "work"
                     *     ]
                     */
                    buckets?: string[];
                    /** @description Maximum number of memories in each part, 1 to 100. Default: 60 in `static` and `dynamic` together, and 50 in each bucket and in `searchResults`. */
                    limit?: number;
                    /** @description Maximum number of tokens in `static` and `dynamic` together, estimated at four characters each. Default: 1,500, or no limit if you give `limit`. */
                    maxTokens?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "profile": {
                     *         "static": [
                     *           "Ada is a ceramics teacher."
                     *         ],
                     *         "dynamic": [
                     *           "Ada moved to Lisbon in May 2026 and started at a ceramics studio."
                     *         ]
                     *       },
                     *       "searchResults": {
                     *         "results": [
                     *           {
                     *             "id": "1Cb2E7KzvbpT8bZne3oSdk",
                     *             "memory": "Ada moved to Lisbon in May 2026 and started at a ceramics studio.",
                     *             "similarity": 0.47,
                     *             "metadata": null,
                     *             "updatedAt": "2026-05-14T09:30:05.000Z",
                     *             "version": 1,
                     *             "filepath": null
                     *           }
                     *         ],
                     *         "total": 1,
                     *         "timing": 14
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Current memories as sentences. */
                        profile: {
                            /** @description Facts that last: who the person is, people, health and other constraints, home, work, preferences, decisions. */
                            static: string[];
                            /** @description Plans, soonest first, and what is going on, newest first. */
                            dynamic: string[];
                            /** @description Memories by bucket; only when asked for. */
                            buckets?: {
                                [key: string]: string[];
                            };
                            /** @description Lines of `static` and `dynamic` with their memories; only when asked for. */
                            lines?: {
                                /** @description Id of the memory; `GET /v4/memories/{id}` returns its citations. */
                                id: string;
                                /** @description The line. */
                                memory: string;
                                /**
                                 * @description List that the line is in.
                                 * @enum {string}
                                 */
                                part: "static" | "dynamic";
                                /** @description Section of the profile, such as `people`. */
                                section: string;
                            }[];
                        };
                        /** @description Results for `q`; absent without `q`. */
                        searchResults?: {
                            /** @description Memories that match `q`, best first. */
                            results: {
                                /**
                                 * @description Id of the memory or the chunk.
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                id: string;
                                /** @description The fact, as a sentence. */
                                memory: string;
                                /** @description Similarity to the query, 0 to 1. */
                                similarity: number;
                                /**
                                 * @description Metadata as it was given; null when there is none.
                                 * @example {
                                 *       "source": "onboarding"
                                 *     }
                                 */
                                metadata: string | number | boolean | null | {
                                    [key: string]: unknown;
                                } | unknown[];
                                /**
                                 * Format: date-time
                                 * @description When the memory or the document last changed.
                                 * @example 2026-05-14T09:30:00.000Z
                                 */
                                updatedAt: string;
                                /** @description Number of the version, from 1. */
                                version: number;
                                /** @description Path of the document it comes from; null when there is none. */
                                filepath: string | null;
                                /** @description Memories around it; only with `include.relatedMemories`. */
                                context?: {
                                    /** @description Memories before it. */
                                    parents: {
                                        /**
                                         * @description How the two are related.
                                         * @enum {string}
                                         */
                                        relation: "updates" | "extends" | "derives";
                                        /** @description Steps along the chain of versions: −1, −2 … before, +1, +2 … after. */
                                        version?: number;
                                        /** @description Text of the other memory. */
                                        memory: string;
                                        /**
                                         * @description Metadata as it was given; null when there is none.
                                         * @example {
                                         *       "source": "onboarding"
                                         *     }
                                         */
                                        metadata: string | number | boolean | null | {
                                            [key: string]: unknown;
                                        } | unknown[];
                                        /**
                                         * Format: date-time
                                         * @description When the other memory last changed.
                                         * @example 2026-05-14T09:30:00.000Z
                                         */
                                        updatedAt: string;
                                    }[];
                                    /** @description Memories after it. */
                                    children: {
                                        /**
                                         * @description How the two are related.
                                         * @enum {string}
                                         */
                                        relation: "updates" | "extends" | "derives";
                                        /** @description Steps along the chain of versions: −1, −2 … before, +1, +2 … after. */
                                        version?: number;
                                        /** @description Text of the other memory. */
                                        memory: string;
                                        /**
                                         * @description Metadata as it was given; null when there is none.
                                         * @example {
                                         *       "source": "onboarding"
                                         *     }
                                         */
                                        metadata: string | number | boolean | null | {
                                            [key: string]: unknown;
                                        } | unknown[];
                                        /**
                                         * Format: date-time
                                         * @description When the other memory last changed.
                                         * @example 2026-05-14T09:30:00.000Z
                                         */
                                        updatedAt: string;
                                    }[];
                                    /** @description Memories that extend it or are extended by it. */
                                    related: {
                                        /**
                                         * @description How the two are related.
                                         * @enum {string}
                                         */
                                        relation: "updates" | "extends" | "derives";
                                        /** @description Steps along the chain of versions: −1, −2 … before, +1, +2 … after. */
                                        version?: number;
                                        /** @description Text of the other memory. */
                                        memory: string;
                                        /**
                                         * @description Metadata as it was given; null when there is none.
                                         * @example {
                                         *       "source": "onboarding"
                                         *     }
                                         */
                                        metadata: string | number | boolean | null | {
                                            [key: string]: unknown;
                                        } | unknown[];
                                        /**
                                         * Format: date-time
                                         * @description When the other memory last changed.
                                         * @example 2026-05-14T09:30:00.000Z
                                         */
                                        updatedAt: string;
                                    }[];
                                };
                                /** @description Documents it comes from; only with `include.documents` or `include.summaries`. */
                                documents?: {
                                    /**
                                     * @description Id of the document.
                                     * @example 1Cb2E6xd3spDuQv5BFZdDc
                                     */
                                    id: string;
                                    /** @description Title of the document. */
                                    title: string | null;
                                    /** @description Kind of content, such as `text` or `pdf`. */
                                    type: string;
                                    /**
                                     * @description Metadata as it was given; null when there is none.
                                     * @example {
                                     *       "source": "onboarding"
                                     *     }
                                     */
                                    metadata: string | number | boolean | null | {
                                        [key: string]: unknown;
                                    } | unknown[];
                                    /** @description Summary; only with `include.summaries`. */
                                    summary?: string | null;
                                    /**
                                     * Format: date-time
                                     * @description When the document was added.
                                     * @example 2026-05-14T09:30:00.000Z
                                     */
                                    createdAt: string;
                                    /**
                                     * Format: date-time
                                     * @description When the document last changed.
                                     * @example 2026-05-14T09:30:00.000Z
                                     */
                                    updatedAt: string;
                                }[];
                            }[];
                            /** @description Number of results. */
                            total: number;
                            /** @description Milliseconds the request took. */
                            timing: number;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `embed.unavailable`: The embedding model does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "containerTag": "user_42"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Container tag of the request. Required.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Use `containerTag`. If there are several tags, only the first is used.
                     */
                    containerTags?: string[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "buckets": [
                     *         {
                     *           "key": "work",
                     *           "description": "Jobs, colleagues and projects"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Buckets of the profile; empty when none are set. */
                        buckets: {
                            /** @description Name of the bucket. */
                            key: string;
                            /** @description Description of the memories that belong in it. */
                            description: string;
                        }[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "q": "where does Ada live now?",
                 *       "limit": 5
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The question or the words to look for, 1 to 10,000 characters.
                     * @example where does Ada live now?
                     */
                    q: string;
                    /**
                     * @description Container to search. Default: the whole organization, or the container of a scoped key.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Containers to search. Use `containerTag` for one.
                     */
                    containerTags?: string[];
                    /**
                     * @description Maximum number of results, 1 to 100.
                     * @default 10
                     */
                    limit?: number;
                    filters?: components["schemas"]["QueryFilter"];
                    /**
                     * @description Only the document at this path, or everything below it when it ends with `/`.
                     * @example /notes/2026/
                     */
                    filepath?: string;
                    /**
                     * @description Searches the data as of this date, `YYYY-MM-DD` or ISO 8601. Newer data is not found.
                     * @example 2026-05-14
                     */
                    asOf?: string;
                    /**
                     * @description Reranks the best 50 results with a second, slower model. Use it when quality matters more than latency.
                     * @default false
                     */
                    rerank?: boolean;
                    /**
                     * @description Corrects misspelt words of the query to the closest words in the results. With a language model, the model rewrites the query.
                     * @default false
                     */
                    rewriteQuery?: boolean;
                    /**
                     * @description Adds the scores and filters of each result, and counts the results that were left out.
                     * @default false
                     */
                    explain?: boolean;
                    /**
                     * @description Chunks that score less are left out, 0 to 1.
                     * @default 0
                     */
                    chunkThreshold?: number;
                    /**
                     * @description Documents that score less are left out, 0 to 1.
                     * @default 0
                     */
                    documentThreshold?: number;
                    /** @description Search within one document, by id or `customId`. */
                    docId?: string;
                    /** @description Only documents whose container tag, or metadata `userId`, is this. */
                    userId?: string;
                    /** @description Only documents of these subjects; each document is classified when it is processed. */
                    categoriesFilter?: ("technology" | "science" | "business" | "health")[];
                    /**
                     * @description Adds the whole text of each document as `content`.
                     * @default false
                     */
                    includeFullDocs?: boolean;
                    /**
                     * @description Adds the summary of each document.
                     * @default false
                     */
                    includeSummary?: boolean;
                    /**
                     * @description When false, results include the chunks before and after each match, with `isRelevant` false.
                     * @default false
                     */
                    onlyMatchingChunks?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "documentId": "1Cb2E6xd3spDuQv5BFZdDc",
                     *           "title": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *           "type": "text",
                     *           "score": 0.58,
                     *           "chunks": [
                     *             {
                     *               "content": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *               "isRelevant": true,
                     *               "score": 0.58,
                     *               "position": 0,
                     *               "place": {
                     *                 "start": 0,
                     *                 "end": 60
                     *               }
                     *             }
                     *           ],
                     *           "metadata": {
                     *             "source": "onboarding",
                     *             "plan": "pro"
                     *           },
                     *           "createdAt": "2026-05-14T09:30:00.000Z",
                     *           "updatedAt": "2026-05-14T09:30:04.512Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "timing": 18
                     *     }
                     */
                    "application/json": {
                        /** @description Documents, best first. */
                        results: {
                            /**
                             * @description Id of the document.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            documentId: string;
                            /** @description Title of the document. */
                            title: string | null;
                            /** @description Kind of content, such as `text` or `pdf`. */
                            type: string;
                            /** @description Relevance of its best chunk, 0 to 1. */
                            score: number;
                            /** @description The chunks that match, best first, at most 10. With neighbours, they are in reading order. */
                            chunks: {
                                /** @description Text of the chunk, verbatim. */
                                content: string;
                                /** @description False for a neighbouring chunk that was added for context. */
                                isRelevant: boolean;
                                /** @description Relevance, 0 to 1. */
                                score: number;
                                /** @description Place among the chunks of the document, from 0. */
                                position: number;
                                /**
                                 * @description Position of the chunk in the document: span, and page of a file or time of a recording.
                                 * @example {
                                 *       "start": 0,
                                 *       "end": 59
                                 *     }
                                 */
                                place?: {
                                    /** @description First character, in UTF-16 units of `raw`, else of `content`. */
                                    start: number;
                                    /** @description End of the span, exclusive. */
                                    end: number;
                                    /** @description Page, slide or sheet of a file, from 1. */
                                    page?: number;
                                    /** @description Last page, if the chunk covers several. */
                                    endPage?: number;
                                    /** @description Time of a recording, in milliseconds. */
                                    at?: number;
                                    /** @description The same time as text, such as `03:41`. */
                                    timestamp?: string;
                                };
                                /** @description Scores of this chunk; only with `explain`. */
                                explain?: {
                                    /** @description Vector arm: similarity of meaning. */
                                    dense: {
                                        /** @description Rank in this arm, from 1; null when the arm did not find it. */
                                        rank: number | null;
                                        /** @description Raw score of this arm; null when the arm did not find it. */
                                        score: number | null;
                                        /** @description The score on the common scale, 0 to 1. */
                                        normalised: number;
                                    };
                                    /** @description Keyword arm (BM25). */
                                    lexical: {
                                        /** @description Rank in this arm, from 1; null when the arm did not find it. */
                                        rank: number | null;
                                        /** @description Raw score of this arm; null when the arm did not find it. */
                                        score: number | null;
                                        /** @description The score on the common scale, 0 to 1. */
                                        normalised: number;
                                    };
                                    /** @description Similarity of the words of the query to those of the text, token by token, 0 to 1. */
                                    tokens?: number;
                                    /** @description Closeness to the time in the query, 0 to 1; absent when the query names no time. */
                                    date?: number;
                                    /** @description Fused score of both arms, before dates and reranking. */
                                    fused: number;
                                    /** @description Signs that a memory answers the query, from -1 to 1; absent for chunks. */
                                    signals?: {
                                        [key: string]: number;
                                    };
                                    /** @description Result of reranking; absent without `rerank`. */
                                    rerank?: {
                                        /**
                                         * @description Name of the reranker.
                                         * @enum {string}
                                         */
                                        by: "local" | "http";
                                        /** @description Score of the reranker; null when it did not respond. */
                                        score: number | null;
                                    };
                                    /**
                                     * @description Vector search method: exact, binary codes, or an HNSW index.
                                     * @enum {string}
                                     */
                                    path: "exact" | "quantised" | "hnsw";
                                };
                            }[];
                            /** @description Metadata of the document. */
                            metadata: {
                                [key: string]: unknown;
                            } | null;
                            /**
                             * Format: date-time
                             * @description When the document was added.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When the document last changed.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            updatedAt: string;
                            /** @description Summary; only with `includeSummary`. */
                            summary?: string | null;
                            /** @description Whole text; only with `includeFullDocs`. */
                            content?: string;
                            /** @description Scores of the best chunk and filters; only with `explain`. */
                            explain?: {
                                /** @description Vector arm: similarity of meaning. */
                                dense: {
                                    /** @description Rank in this arm, from 1; null when the arm did not find it. */
                                    rank: number | null;
                                    /** @description Raw score of this arm; null when the arm did not find it. */
                                    score: number | null;
                                    /** @description The score on the common scale, 0 to 1. */
                                    normalised: number;
                                };
                                /** @description Keyword arm (BM25). */
                                lexical: {
                                    /** @description Rank in this arm, from 1; null when the arm did not find it. */
                                    rank: number | null;
                                    /** @description Raw score of this arm; null when the arm did not find it. */
                                    score: number | null;
                                    /** @description The score on the common scale, 0 to 1. */
                                    normalised: number;
                                };
                                /** @description Similarity of the words of the query to those of the text, token by token, 0 to 1. */
                                tokens?: number;
                                /** @description Closeness to the time in the query, 0 to 1; absent when the query names no time. */
                                date?: number;
                                /** @description Fused score of both arms, before dates and reranking. */
                                fused: number;
                                /** @description Signs that a memory answers the query, from -1 to 1; absent for chunks. */
                                signals?: {
                                    [key: string]: number;
                                };
                                /** @description Result of reranking; absent without `rerank`. */
                                rerank?: {
                                    /**
                                     * @description Name of the reranker.
                                     * @enum {string}
                                     */
                                    by: "local" | "http";
                                    /** @description Score of the reranker; null when it did not respond. */
                                    score: number | null;
                                };
                                /**
                                 * @description Vector search method: exact, binary codes, or an HNSW index.
                                 * @enum {string}
                                 */
                                path: "exact" | "quantised" | "hnsw";
                                /** @description Filters that were applied, by the names of the request. */
                                filters: {
                                    [key: string]: unknown;
                                };
                            };
                        }[];
                        /** @description Number of results in this response. */
                        total: number;
                        /** @description Milliseconds the search took. */
                        timing: number;
                        /** @description Chunks and memories similar to the query that are not among the results, and why. Only with `explain`. */
                        leftOut?: {
                            /** @description Left out because they scored less than the threshold. */
                            belowThreshold: number;
                            /** @description Left out by filters. */
                            filtered: number;
                            /** @description Memories left out because a newer version exists. */
                            superseded: number;
                            /** @description Memories left out because they are forgotten. */
                            forgotten: number;
                            /** @description The best of them, at most 10. */
                            examples: {
                                /**
                                 * @description Why it was left out.
                                 * @enum {string}
                                 */
                                reason: "belowThreshold" | "filtered" | "superseded" | "forgotten";
                                /** @description Its score, 0 to 1. */
                                score: number;
                                /**
                                 * @description Document of a chunk.
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                documentId?: string;
                                /** @description Place of the chunk in its document, from 0. */
                                position?: number;
                                /**
                                 * @description Id of a memory.
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                id?: string;
                                /** @description Text of the memory. */
                                memory?: string;
                            }[];
                        };
                        /** @description The query that was used instead of `q`; only with `explain` and `rewriteQuery`. */
                        rewrittenQuery?: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `document.ambiguous`: Several container tags have a document with this customId. Name one of them as containerTag, or use the id.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Several container tags have a document with this customId. Name one of them as containerTag, or use the id",
                     *       "code": "document.ambiguous",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `embed.unavailable`: The embedding model does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "q": "where does Ada live now?",
                 *       "containerTag": "user_42",
                 *       "limit": 5,
                 *       "filters": {
                 *         "AND": [
                 *           {
                 *             "key": "plan",
                 *             "value": "pro"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The question or the words to look for, 1 to 10,000 characters.
                     * @example where does Ada live now?
                     */
                    q: string;
                    /**
                     * @description Container to search. Default: the whole organization, or the container of a scoped key.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Containers to search. Use `containerTag` for one.
                     */
                    containerTags?: string[];
                    /**
                     * @description Maximum number of results, 1 to 100.
                     * @default 10
                     */
                    limit?: number;
                    filters?: components["schemas"]["QueryFilter"];
                    /**
                     * @description Only the document at this path, or everything below it when it ends with `/`.
                     * @example /notes/2026/
                     */
                    filepath?: string;
                    /**
                     * @description Searches the data as of this date, `YYYY-MM-DD` or ISO 8601. Newer data is not found.
                     * @example 2026-05-14
                     */
                    asOf?: string;
                    /**
                     * @description Reranks the best 50 results with a second, slower model. Use it when quality matters more than latency.
                     * @default false
                     */
                    rerank?: boolean;
                    /**
                     * @description Corrects misspelt words of the query to the closest words in the results. With a language model, the model rewrites the query.
                     * @default false
                     */
                    rewriteQuery?: boolean;
                    /**
                     * @description Adds the scores and filters of each result, and counts the results that were left out.
                     * @default false
                     */
                    explain?: boolean;
                    /**
                     * @description Chunks that score less are left out, 0 to 1.
                     * @default 0
                     */
                    chunkThreshold?: number;
                    /**
                     * @description Documents that score less are left out, 0 to 1.
                     * @default 0
                     */
                    documentThreshold?: number;
                    /** @description Search within one document, by id or `customId`. */
                    docId?: string;
                    /** @description Only documents whose container tag, or metadata `userId`, is this. */
                    userId?: string;
                    /** @description Only documents of these subjects; each document is classified when it is processed. */
                    categoriesFilter?: ("technology" | "science" | "business" | "health")[];
                    /**
                     * @description Adds the whole text of each document as `content`.
                     * @default false
                     */
                    includeFullDocs?: boolean;
                    /**
                     * @description Adds the summary of each document.
                     * @default false
                     */
                    includeSummary?: boolean;
                    /**
                     * @description When false, results include the chunks before and after each match, with `isRelevant` false.
                     * @default true
                     */
                    onlyMatchingChunks?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "documentId": "1Cb2E6xd3spDuQv5BFZdDc",
                     *           "title": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *           "type": "text",
                     *           "score": 0.58,
                     *           "chunks": [
                     *             {
                     *               "content": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *               "isRelevant": true,
                     *               "score": 0.58,
                     *               "position": 0,
                     *               "place": {
                     *                 "start": 0,
                     *                 "end": 60
                     *               }
                     *             }
                     *           ],
                     *           "metadata": {
                     *             "source": "onboarding",
                     *             "plan": "pro"
                     *           },
                     *           "createdAt": "2026-05-14T09:30:00.000Z",
                     *           "updatedAt": "2026-05-14T09:30:04.512Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "timing": 18
                     *     }
                     */
                    "application/json": {
                        /** @description Documents, best first. */
                        results: {
                            /**
                             * @description Id of the document.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            documentId: string;
                            /** @description Title of the document. */
                            title: string | null;
                            /** @description Kind of content, such as `text` or `pdf`. */
                            type: string;
                            /** @description Relevance of its best chunk, 0 to 1. */
                            score: number;
                            /** @description The chunks that match, best first, at most 10. With neighbours, they are in reading order. */
                            chunks: {
                                /** @description Text of the chunk, verbatim. */
                                content: string;
                                /** @description False for a neighbouring chunk that was added for context. */
                                isRelevant: boolean;
                                /** @description Relevance, 0 to 1. */
                                score: number;
                                /** @description Place among the chunks of the document, from 0. */
                                position: number;
                                /**
                                 * @description Position of the chunk in the document: span, and page of a file or time of a recording.
                                 * @example {
                                 *       "start": 0,
                                 *       "end": 59
                                 *     }
                                 */
                                place?: {
                                    /** @description First character, in UTF-16 units of `raw`, else of `content`. */
                                    start: number;
                                    /** @description End of the span, exclusive. */
                                    end: number;
                                    /** @description Page, slide or sheet of a file, from 1. */
                                    page?: number;
                                    /** @description Last page, if the chunk covers several. */
                                    endPage?: number;
                                    /** @description Time of a recording, in milliseconds. */
                                    at?: number;
                                    /** @description The same time as text, such as `03:41`. */
                                    timestamp?: string;
                                };
                                /** @description Scores of this chunk; only with `explain`. */
                                explain?: {
                                    /** @description Vector arm: similarity of meaning. */
                                    dense: {
                                        /** @description Rank in this arm, from 1; null when the arm did not find it. */
                                        rank: number | null;
                                        /** @description Raw score of this arm; null when the arm did not find it. */
                                        score: number | null;
                                        /** @description The score on the common scale, 0 to 1. */
                                        normalised: number;
                                    };
                                    /** @description Keyword arm (BM25). */
                                    lexical: {
                                        /** @description Rank in this arm, from 1; null when the arm did not find it. */
                                        rank: number | null;
                                        /** @description Raw score of this arm; null when the arm did not find it. */
                                        score: number | null;
                                        /** @description The score on the common scale, 0 to 1. */
                                        normalised: number;
                                    };
                                    /** @description Similarity of the words of the query to those of the text, token by token, 0 to 1. */
                                    tokens?: number;
                                    /** @description Closeness to the time in the query, 0 to 1; absent when the query names no time. */
                                    date?: number;
                                    /** @description Fused score of both arms, before dates and reranking. */
                                    fused: number;
                                    /** @description Signs that a memory answers the query, from -1 to 1; absent for chunks. */
                                    signals?: {
                                        [key: string]: number;
                                    };
                                    /** @description Result of reranking; absent without `rerank`. */
                                    rerank?: {
                                        /**
                                         * @description Name of the reranker.
                                         * @enum {string}
                                         */
                                        by: "local" | "http";
                                        /** @description Score of the reranker; null when it did not respond. */
                                        score: number | null;
                                    };
                                    /**
                                     * @description Vector search method: exact, binary codes, or an HNSW index.
                                     * @enum {string}
                                     */
                                    path: "exact" | "quantised" | "hnsw";
                                };
                            }[];
                            /** @description Metadata of the document. */
                            metadata: {
                                [key: string]: unknown;
                            } | null;
                            /**
                             * Format: date-time
                             * @description When the document was added.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When the document last changed.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            updatedAt: string;
                            /** @description Summary; only with `includeSummary`. */
                            summary?: string | null;
                            /** @description Whole text; only with `includeFullDocs`. */
                            content?: string;
                            /** @description Scores of the best chunk and filters; only with `explain`. */
                            explain?: {
                                /** @description Vector arm: similarity of meaning. */
                                dense: {
                                    /** @description Rank in this arm, from 1; null when the arm did not find it. */
                                    rank: number | null;
                                    /** @description Raw score of this arm; null when the arm did not find it. */
                                    score: number | null;
                                    /** @description The score on the common scale, 0 to 1. */
                                    normalised: number;
                                };
                                /** @description Keyword arm (BM25). */
                                lexical: {
                                    /** @description Rank in this arm, from 1; null when the arm did not find it. */
                                    rank: number | null;
                                    /** @description Raw score of this arm; null when the arm did not find it. */
                                    score: number | null;
                                    /** @description The score on the common scale, 0 to 1. */
                                    normalised: number;
                                };
                                /** @description Similarity of the words of the query to those of the text, token by token, 0 to 1. */
                                tokens?: number;
                                /** @description Closeness to the time in the query, 0 to 1; absent when the query names no time. */
                                date?: number;
                                /** @description Fused score of both arms, before dates and reranking. */
                                fused: number;
                                /** @description Signs that a memory answers the query, from -1 to 1; absent for chunks. */
                                signals?: {
                                    [key: string]: number;
                                };
                                /** @description Result of reranking; absent without `rerank`. */
                                rerank?: {
                                    /**
                                     * @description Name of the reranker.
                                     * @enum {string}
                                     */
                                    by: "local" | "http";
                                    /** @description Score of the reranker; null when it did not respond. */
                                    score: number | null;
                                };
                                /**
                                 * @description Vector search method: exact, binary codes, or an HNSW index.
                                 * @enum {string}
                                 */
                                path: "exact" | "quantised" | "hnsw";
                                /** @description Filters that were applied, by the names of the request. */
                                filters: {
                                    [key: string]: unknown;
                                };
                            };
                        }[];
                        /** @description Number of results in this response. */
                        total: number;
                        /** @description Milliseconds the search took. */
                        timing: number;
                        /** @description Chunks and memories similar to the query that are not among the results, and why. Only with `explain`. */
                        leftOut?: {
                            /** @description Left out because they scored less than the threshold. */
                            belowThreshold: number;
                            /** @description Left out by filters. */
                            filtered: number;
                            /** @description Memories left out because a newer version exists. */
                            superseded: number;
                            /** @description Memories left out because they are forgotten. */
                            forgotten: number;
                            /** @description The best of them, at most 10. */
                            examples: {
                                /**
                                 * @description Why it was left out.
                                 * @enum {string}
                                 */
                                reason: "belowThreshold" | "filtered" | "superseded" | "forgotten";
                                /** @description Its score, 0 to 1. */
                                score: number;
                                /**
                                 * @description Document of a chunk.
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                documentId?: string;
                                /** @description Place of the chunk in its document, from 0. */
                                position?: number;
                                /**
                                 * @description Id of a memory.
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                id?: string;
                                /** @description Text of the memory. */
                                memory?: string;
                            }[];
                        };
                        /** @description The query that was used instead of `q`; only with `explain` and `rewriteQuery`. */
                        rewrittenQuery?: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `document.ambiguous`: Several container tags have a document with this customId. Name one of them as containerTag, or use the id.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Several container tags have a document with this customId. Name one of them as containerTag, or use the id",
                     *       "code": "document.ambiguous",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `embed.unavailable`: The embedding model does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "q": "where does Ada live now?",
                 *       "containerTag": "user_42",
                 *       "searchMode": "hybrid",
                 *       "threshold": 0.4,
                 *       "limit": 5
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The question or the words to look for, 1 to 10,000 characters.
                     * @example where does Ada live now?
                     */
                    q: string;
                    /**
                     * @description Container to search. Default: the whole organization, or the container of a scoped key.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Containers to search. Use `containerTag` for one.
                     */
                    containerTags?: string[];
                    /**
                     * @description Maximum number of results, 1 to 100.
                     * @default 10
                     */
                    limit?: number;
                    filters?: components["schemas"]["QueryFilter"];
                    /**
                     * @description Only the document at this path, or everything below it when it ends with `/`.
                     * @example /notes/2026/
                     */
                    filepath?: string;
                    /**
                     * @description Searches the data as of this date, `YYYY-MM-DD` or ISO 8601. Newer data is not found.
                     * @example 2026-05-14
                     */
                    asOf?: string;
                    /**
                     * @description Reranks the best 50 results with a second, slower model. Use it when quality matters more than latency.
                     * @default false
                     */
                    rerank?: boolean;
                    /**
                     * @description Corrects misspelt words of the query to the closest words in the results. With a language model, the model rewrites the query.
                     * @default false
                     */
                    rewriteQuery?: boolean;
                    /**
                     * @description Adds the scores and filters of each result, and counts the results that were left out.
                     * @default false
                     */
                    explain?: boolean;
                    /**
                     * @description `memories`: extracted facts. `documents`: chunks of documents. `hybrid`: both, merged by similarity.
                     * @default memories
                     * @enum {string}
                     */
                    searchMode?: "memories" | "hybrid" | "documents";
                    /**
                     * @description Results that are less similar are left out, 0 to 1.
                     * @default 0.6
                     */
                    threshold?: number;
                    /**
                     * @description Accepted for existing clients; has no effect.
                     * @default false
                     */
                    aggregate?: boolean;
                    /**
                     * @description Additional parts of each result. Default: none.
                     * @default {}
                     * @example {
                     *       "documents": true
                     *     }
                     */
                    include?: {
                        /**
                         * @description Adds the documents a result comes from.
                         * @default false
                         */
                        documents?: boolean;
                        /**
                         * @description Adds the documents with their summaries.
                         * @default false
                         */
                        summaries?: boolean;
                        /**
                         * @description Adds earlier, later and related memories as `context`.
                         * @default false
                         */
                        relatedMemories?: boolean;
                        /**
                         * @description Finds forgotten memories too.
                         * @default false
                         */
                        forgottenMemories?: boolean;
                        /**
                         * @description Adds the chunks around a chunk, or the source chunks of a memory.
                         * @default false
                         */
                        chunks?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "1Cb2E7QGu9RKRZtzVbKvy7",
                     *           "chunk": "Ada moved to Lisbon in May and started at a ceramics studio.",
                     *           "place": {
                     *             "start": 0,
                     *             "end": 60
                     *           },
                     *           "similarity": 0.58,
                     *           "metadata": {
                     *             "source": "onboarding",
                     *             "plan": "pro"
                     *           },
                     *           "updatedAt": "2026-05-14T09:30:04.512Z",
                     *           "filepath": null
                     *         },
                     *         {
                     *           "id": "1Cb2E7KzvbpT8bZne3oSdk",
                     *           "memory": "Ada moved to Lisbon in May 2026 and started at a ceramics studio.",
                     *           "similarity": 0.47,
                     *           "metadata": {
                     *             "source": "onboarding",
                     *             "plan": "pro"
                     *           },
                     *           "updatedAt": "2026-05-14T09:30:04.512Z",
                     *           "version": 1,
                     *           "filepath": null
                     *         }
                     *       ],
                     *       "total": 2,
                     *       "timing": 21
                     *     }
                     */
                    "application/json": {
                        /** @description Memories (with `memory`) and chunks (with `chunk`), best first. */
                        results: ({
                            /**
                             * @description Id of the memory or the chunk.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description The fact, as a sentence. */
                            memory: string;
                            /** @description Similarity to the query, 0 to 1. */
                            similarity: number;
                            /**
                             * @description Metadata as it was given; null when there is none.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /**
                             * Format: date-time
                             * @description When the memory or the document last changed.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            updatedAt: string;
                            /** @description Number of the version, from 1. */
                            version: number;
                            /** @description Path of the document it comes from; null when there is none. */
                            filepath: string | null;
                            /** @description Memories around it; only with `include.relatedMemories`. */
                            context?: {
                                /** @description Memories before it. */
                                parents: {
                                    /**
                                     * @description How the two are related.
                                     * @enum {string}
                                     */
                                    relation: "updates" | "extends" | "derives";
                                    /** @description Steps along the chain of versions: −1, −2 … before, +1, +2 … after. */
                                    version?: number;
                                    /** @description Text of the other memory. */
                                    memory: string;
                                    /**
                                     * @description Metadata as it was given; null when there is none.
                                     * @example {
                                     *       "source": "onboarding"
                                     *     }
                                     */
                                    metadata: string | number | boolean | null | {
                                        [key: string]: unknown;
                                    } | unknown[];
                                    /**
                                     * Format: date-time
                                     * @description When the other memory last changed.
                                     * @example 2026-05-14T09:30:00.000Z
                                     */
                                    updatedAt: string;
                                }[];
                                /** @description Memories after it. */
                                children: {
                                    /**
                                     * @description How the two are related.
                                     * @enum {string}
                                     */
                                    relation: "updates" | "extends" | "derives";
                                    /** @description Steps along the chain of versions: −1, −2 … before, +1, +2 … after. */
                                    version?: number;
                                    /** @description Text of the other memory. */
                                    memory: string;
                                    /**
                                     * @description Metadata as it was given; null when there is none.
                                     * @example {
                                     *       "source": "onboarding"
                                     *     }
                                     */
                                    metadata: string | number | boolean | null | {
                                        [key: string]: unknown;
                                    } | unknown[];
                                    /**
                                     * Format: date-time
                                     * @description When the other memory last changed.
                                     * @example 2026-05-14T09:30:00.000Z
                                     */
                                    updatedAt: string;
                                }[];
                                /** @description Memories that extend it or are extended by it. */
                                related: {
                                    /**
                                     * @description How the two are related.
                                     * @enum {string}
                                     */
                                    relation: "updates" | "extends" | "derives";
                                    /** @description Steps along the chain of versions: −1, −2 … before, +1, +2 … after. */
                                    version?: number;
                                    /** @description Text of the other memory. */
                                    memory: string;
                                    /**
                                     * @description Metadata as it was given; null when there is none.
                                     * @example {
                                     *       "source": "onboarding"
                                     *     }
                                     */
                                    metadata: string | number | boolean | null | {
                                        [key: string]: unknown;
                                    } | unknown[];
                                    /**
                                     * Format: date-time
                                     * @description When the other memory last changed.
                                     * @example 2026-05-14T09:30:00.000Z
                                     */
                                    updatedAt: string;
                                }[];
                            };
                            /** @description Documents it comes from; only with `include.documents` or `include.summaries`. */
                            documents?: {
                                /**
                                 * @description Id of the document.
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                id: string;
                                /** @description Title of the document. */
                                title: string | null;
                                /** @description Kind of content, such as `text` or `pdf`. */
                                type: string;
                                /**
                                 * @description Metadata as it was given; null when there is none.
                                 * @example {
                                 *       "source": "onboarding"
                                 *     }
                                 */
                                metadata: string | number | boolean | null | {
                                    [key: string]: unknown;
                                } | unknown[];
                                /** @description Summary; only with `include.summaries`. */
                                summary?: string | null;
                                /**
                                 * Format: date-time
                                 * @description When the document was added.
                                 * @example 2026-05-14T09:30:00.000Z
                                 */
                                createdAt: string;
                                /**
                                 * Format: date-time
                                 * @description When the document last changed.
                                 * @example 2026-05-14T09:30:00.000Z
                                 */
                                updatedAt: string;
                            }[];
                            /** @description Chunks of the same documents; only with `include.chunks`. */
                            chunks?: {
                                /** @description Text of the chunk, verbatim. */
                                content: string;
                                /** @description False for a neighbouring chunk that was added for context. */
                                isRelevant: boolean;
                                /** @description Relevance, 0 to 1. */
                                score: number;
                                /** @description Place among the chunks of the document, from 0. */
                                position: number;
                                /**
                                 * @description Position of the chunk in the document: span, and page of a file or time of a recording.
                                 * @example {
                                 *       "start": 0,
                                 *       "end": 59
                                 *     }
                                 */
                                place?: {
                                    /** @description First character, in UTF-16 units of `raw`, else of `content`. */
                                    start: number;
                                    /** @description End of the span, exclusive. */
                                    end: number;
                                    /** @description Page, slide or sheet of a file, from 1. */
                                    page?: number;
                                    /** @description Last page, if the chunk covers several. */
                                    endPage?: number;
                                    /** @description Time of a recording, in milliseconds. */
                                    at?: number;
                                    /** @description The same time as text, such as `03:41`. */
                                    timestamp?: string;
                                };
                                /**
                                 * @description Document of the chunk.
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                documentId: string;
                            }[];
                            /** @description Scores and filters; only with `explain`. */
                            explain?: {
                                /** @description Vector arm: similarity of meaning. */
                                dense: {
                                    /** @description Rank in this arm, from 1; null when the arm did not find it. */
                                    rank: number | null;
                                    /** @description Raw score of this arm; null when the arm did not find it. */
                                    score: number | null;
                                    /** @description The score on the common scale, 0 to 1. */
                                    normalised: number;
                                };
                                /** @description Keyword arm (BM25). */
                                lexical: {
                                    /** @description Rank in this arm, from 1; null when the arm did not find it. */
                                    rank: number | null;
                                    /** @description Raw score of this arm; null when the arm did not find it. */
                                    score: number | null;
                                    /** @description The score on the common scale, 0 to 1. */
                                    normalised: number;
                                };
                                /** @description Similarity of the words of the query to those of the text, token by token, 0 to 1. */
                                tokens?: number;
                                /** @description Closeness to the time in the query, 0 to 1; absent when the query names no time. */
                                date?: number;
                                /** @description Fused score of both arms, before dates and reranking. */
                                fused: number;
                                /** @description Signs that a memory answers the query, from -1 to 1; absent for chunks. */
                                signals?: {
                                    [key: string]: number;
                                };
                                /** @description Result of reranking; absent without `rerank`. */
                                rerank?: {
                                    /**
                                     * @description Name of the reranker.
                                     * @enum {string}
                                     */
                                    by: "local" | "http";
                                    /** @description Score of the reranker; null when it did not respond. */
                                    score: number | null;
                                };
                                /**
                                 * @description Vector search method: exact, binary codes, or an HNSW index.
                                 * @enum {string}
                                 */
                                path: "exact" | "quantised" | "hnsw";
                                /** @description Filters that were applied, by the names of the request. */
                                filters: {
                                    [key: string]: unknown;
                                };
                            };
                        } | {
                            /**
                             * @description Id of the memory or the chunk.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description Similarity to the query, 0 to 1. */
                            similarity: number;
                            /**
                             * @description Metadata as it was given; null when there is none.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /**
                             * Format: date-time
                             * @description When the memory or the document last changed.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            updatedAt: string;
                            /** @description Path of the document it comes from; null when there is none. */
                            filepath: string | null;
                            /** @description Documents it comes from; only with `include.documents` or `include.summaries`. */
                            documents?: {
                                /**
                                 * @description Id of the document.
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                id: string;
                                /** @description Title of the document. */
                                title: string | null;
                                /** @description Kind of content, such as `text` or `pdf`. */
                                type: string;
                                /**
                                 * @description Metadata as it was given; null when there is none.
                                 * @example {
                                 *       "source": "onboarding"
                                 *     }
                                 */
                                metadata: string | number | boolean | null | {
                                    [key: string]: unknown;
                                } | unknown[];
                                /** @description Summary; only with `include.summaries`. */
                                summary?: string | null;
                                /**
                                 * Format: date-time
                                 * @description When the document was added.
                                 * @example 2026-05-14T09:30:00.000Z
                                 */
                                createdAt: string;
                                /**
                                 * Format: date-time
                                 * @description When the document last changed.
                                 * @example 2026-05-14T09:30:00.000Z
                                 */
                                updatedAt: string;
                            }[];
                            /** @description Text of the chunk, verbatim. */
                            chunk: string;
                            /**
                             * @description Position of the chunk in the document: span, and page of a file or time of a recording.
                             * @example {
                             *       "start": 0,
                             *       "end": 59
                             *     }
                             */
                            place: {
                                /** @description First character, in UTF-16 units of `raw`, else of `content`. */
                                start: number;
                                /** @description End of the span, exclusive. */
                                end: number;
                                /** @description Page, slide or sheet of a file, from 1. */
                                page?: number;
                                /** @description Last page, if the chunk covers several. */
                                endPage?: number;
                                /** @description Time of a recording, in milliseconds. */
                                at?: number;
                                /** @description The same time as text, such as `03:41`. */
                                timestamp?: string;
                            };
                            /** @description Chunks of the same documents; only with `include.chunks`. */
                            chunks?: {
                                /** @description Text of the chunk, verbatim. */
                                content: string;
                                /** @description False for a neighbouring chunk that was added for context. */
                                isRelevant: boolean;
                                /** @description Relevance, 0 to 1. */
                                score: number;
                                /** @description Place among the chunks of the document, from 0. */
                                position: number;
                                /**
                                 * @description Position of the chunk in the document: span, and page of a file or time of a recording.
                                 * @example {
                                 *       "start": 0,
                                 *       "end": 59
                                 *     }
                                 */
                                place?: {
                                    /** @description First character, in UTF-16 units of `raw`, else of `content`. */
                                    start: number;
                                    /** @description End of the span, exclusive. */
                                    end: number;
                                    /** @description Page, slide or sheet of a file, from 1. */
                                    page?: number;
                                    /** @description Last page, if the chunk covers several. */
                                    endPage?: number;
                                    /** @description Time of a recording, in milliseconds. */
                                    at?: number;
                                    /** @description The same time as text, such as `03:41`. */
                                    timestamp?: string;
                                };
                                /**
                                 * @description Document of the chunk.
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                documentId: string;
                            }[];
                            /** @description Scores and filters; only with `explain`. */
                            explain?: {
                                /** @description Vector arm: similarity of meaning. */
                                dense: {
                                    /** @description Rank in this arm, from 1; null when the arm did not find it. */
                                    rank: number | null;
                                    /** @description Raw score of this arm; null when the arm did not find it. */
                                    score: number | null;
                                    /** @description The score on the common scale, 0 to 1. */
                                    normalised: number;
                                };
                                /** @description Keyword arm (BM25). */
                                lexical: {
                                    /** @description Rank in this arm, from 1; null when the arm did not find it. */
                                    rank: number | null;
                                    /** @description Raw score of this arm; null when the arm did not find it. */
                                    score: number | null;
                                    /** @description The score on the common scale, 0 to 1. */
                                    normalised: number;
                                };
                                /** @description Similarity of the words of the query to those of the text, token by token, 0 to 1. */
                                tokens?: number;
                                /** @description Closeness to the time in the query, 0 to 1; absent when the query names no time. */
                                date?: number;
                                /** @description Fused score of both arms, before dates and reranking. */
                                fused: number;
                                /** @description Signs that a memory answers the query, from -1 to 1; absent for chunks. */
                                signals?: {
                                    [key: string]: number;
                                };
                                /** @description Result of reranking; absent without `rerank`. */
                                rerank?: {
                                    /**
                                     * @description Name of the reranker.
                                     * @enum {string}
                                     */
                                    by: "local" | "http";
                                    /** @description Score of the reranker; null when it did not respond. */
                                    score: number | null;
                                };
                                /**
                                 * @description Vector search method: exact, binary codes, or an HNSW index.
                                 * @enum {string}
                                 */
                                path: "exact" | "quantised" | "hnsw";
                                /** @description Filters that were applied, by the names of the request. */
                                filters: {
                                    [key: string]: unknown;
                                };
                            };
                        })[];
                        /** @description Number of results in this response. */
                        total: number;
                        /** @description Milliseconds the search took. */
                        timing: number;
                        /** @description Chunks and memories similar to the query that are not among the results, and why. Only with `explain`. */
                        leftOut?: {
                            /** @description Left out because they scored less than the threshold. */
                            belowThreshold: number;
                            /** @description Left out by filters. */
                            filtered: number;
                            /** @description Memories left out because a newer version exists. */
                            superseded: number;
                            /** @description Memories left out because they are forgotten. */
                            forgotten: number;
                            /** @description The best of them, at most 10. */
                            examples: {
                                /**
                                 * @description Why it was left out.
                                 * @enum {string}
                                 */
                                reason: "belowThreshold" | "filtered" | "superseded" | "forgotten";
                                /** @description Its score, 0 to 1. */
                                score: number;
                                /**
                                 * @description Document of a chunk.
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                documentId?: string;
                                /** @description Place of the chunk in its document, from 0. */
                                position?: number;
                                /**
                                 * @description Id of a memory.
                                 * @example 1Cb2E6xd3spDuQv5BFZdDc
                                 */
                                id?: string;
                                /** @description Text of the memory. */
                                memory?: string;
                            }[];
                        };
                        /** @description The query that was used instead of `q`; only with `explain` and `rewriteQuery`. */
                        rewrittenQuery?: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.container_mismatch`: This API key is limited to another container tag. Leave the tag out, or use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to another container tag. Leave the tag out, or use a key of the organization",
                     *       "code": "auth.container_mismatch",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             *     - `embed.unavailable`: The embedding model does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "containerTag": "user_42",
                 *       "name": "Ada, phone",
                 *       "expiresInDays": 90
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The only container the key may use. It need not exist yet.
                     * @example user_42
                     */
                    containerTag: string;
                    /**
                     * @description Name in lists. Default: `scoped_<containerTag>`.
                     * @example Ada, phone
                     */
                    name?: string;
                    /**
                     * @description Days until the key expires, 1 to 365. Default: never.
                     * @example 90
                     */
                    expiresInDays?: number;
                    /**
                     * @description Requests per time window, 1 to 10,000.
                     * @default 500
                     */
                    rateLimitMax?: number;
                    /**
                     * @description Time window in milliseconds, at most an hour.
                     * @default 60000
                     */
                    rateLimitTimeWindow?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "sm_1k7m3q9x2v5t_…",
                     *       "id": "1k7m3q9x2v5t",
                     *       "name": "Ada, phone",
                     *       "containerTag": "user_42",
                     *       "expiresAt": "2026-08-12T09:30:00.000Z",
                     *       "allowedEndpoints": [
                     *         "/v3/documents",
                     *         "/v3/memories",
                     *         "/v4/memories",
                     *         "/v3/search",
                     *         "/v4/search",
                     *         "/v4/profile"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The value of the key. It is not shown again. */
                        key: string;
                        /** @description Id of the key, to disable it. */
                        id: string;
                        /** @description Name in lists. */
                        name: string;
                        /** @description The only container the key may use. */
                        containerTag: string;
                        /** @description When the key expires; null for never. */
                        expiresAt: string | null;
                        /** @description Paths the key may use. */
                        allowedEndpoints: string[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Id of the scoped key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        /** @description Always true; a failure returns an error. */
                        success: boolean;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `key.not_found`: There is no such key.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such key",
                     *       "code": "key.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "id": "1k7m3q9x2v5t",
                     *           "name": "Ada, phone",
                     *           "type": "scoped",
                     *           "containerTag": "user_42",
                     *           "createdAt": "2026-05-14T09:30:00.000Z",
                     *           "expiresAt": "2026-08-12T09:30:00.000Z",
                     *           "disabledAt": null,
                     *           "lastUsedAt": "2026-06-02T16:20:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description All keys of the organization. */
                        keys: {
                            /** @description Id of the key. */
                            id: string;
                            /** @description Name of the key. */
                            name: string;
                            /**
                             * @description `scoped` keys are limited to one container tag.
                             * @enum {string}
                             */
                            type: "organization" | "scoped";
                            /** @description The only container of a scoped key; null otherwise. */
                            containerTag: string | null;
                            /**
                             * Format: date-time
                             * @description When the key was created.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /** @description When the key expires; null for never. */
                            expiresAt: string | null;
                            /** @description When the key was disabled; null while it works. */
                            disabledAt: string | null;
                            /** @description Approximate time of the last use; null for never. */
                            lastUsedAt: string | null;
                        }[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "0h4c8d2w6y1z",
                     *         "name": "first key"
                     *       },
                     *       "org": {
                     *         "id": "1CbgdhVREVkT2TV2Z8FYBo",
                     *         "name": "Acme",
                     *         "slug": "acme"
                     *       },
                     *       "role": "owner",
                     *       "accessType": "full",
                     *       "scope": {
                     *         "type": "full"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The key itself: there are no user accounts. */
                        user: {
                            /** @description Id of the key. */
                            id: string;
                            /** @description Name of the key. */
                            name: string;
                        };
                        /** @description Organization the key belongs to. */
                        org: {
                            /** @description Id of the organization. */
                            id: string;
                            /** @description Name of the organization. */
                            name: string;
                            /** @description Short name that commands use. */
                            slug: string;
                        };
                        /**
                         * @description Always `owner`.
                         * @constant
                         */
                        role: "owner";
                        /**
                         * @description `restricted` for a scoped key.
                         * @enum {string}
                         */
                        accessType: "full" | "restricted";
                        /** @description Containers of a scoped key; absent otherwise. */
                        containerTags?: string[];
                        /** @description Scope of the key. */
                        scope: {
                            /**
                             * @description `scoped` when the key is limited to one container.
                             * @enum {string}
                             */
                            type: "full" | "scoped";
                            /** @description The only container of a scoped key. */
                            containerTag?: string;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "shouldLLMFilter": true,
                     *       "filterPrompt": "Only remember facts about pets.",
                     *       "excludeItems": [
                     *         "salary"
                     *       ],
                     *       "chunkSize": 1200,
                     *       "notionClientSecret": "********"
                     *     }
                     */
                    "application/json": {
                        /** @description True: `filterPrompt`, `includeItems`, `excludeItems` and `filterTags` apply. False: none of them applies. Unset: `filterPrompt` does not apply. */
                        shouldLLMFilter?: boolean | null;
                        /**
                         * @description Instruction on what to remember, 1 to 750 characters. A language model follows it. Without a language model, only instructions such as "Only remember pets." work. List things to leave out in `excludeItems`.
                         * @example Only remember facts about pets.
                         */
                        filterPrompt?: string | null;
                        /**
                         * @description Subjects the organization cares about, at most 500. Stored and returned only.
                         * @example [
                         *       "pets"
                         *     ]
                         */
                        categories?: string[] | null;
                        /**
                         * @description Words or kinds of facts to remember; others are left out. At most 500.
                         * @example [
                         *       "preferences"
                         *     ]
                         */
                        includeItems?: string[] | null;
                        /**
                         * @description Words or kinds of facts never to remember; stronger than `includeItems`. At most 500.
                         * @example [
                         *       "salary"
                         *     ]
                         */
                        excludeItems?: string[] | null;
                        /** @description Weighted tags, at most 500. Stored and returned only. */
                        filterTags?: {
                            /** @description Name of the tag. */
                            tag: string;
                            /** @description Weight of the tag. */
                            score: number;
                        }[] | null;
                        /** @description Target size of a chunk in characters, 200 to 8,000. Applies to documents that are processed after the change. */
                        chunkSize?: number | null;
                        /** @description Buckets that profiles are sorted into, at most 50. */
                        profileBuckets?: {
                            /** @description Name of the bucket in a profile, for example `work`. */
                            key: string;
                            /** @description Description of the memories that belong in the bucket. */
                            description: string;
                        }[] | null;
                        /**
                         * @description About the organization, up to 1,500 characters. Stored and returned only.
                         * @example We run a ceramics studio.
                         */
                        workspacePrompt?: string | null;
                        /** @description Whether to connect with your own OAuth application. */
                        googleDriveCustomKeyEnabled?: boolean | null;
                        /** @description Client id of your own OAuth application. */
                        googleDriveClientId?: string | null;
                        /** @description Client secret; stored encrypted, shown masked. */
                        googleDriveClientSecret?: string | null;
                        /** @description Whether to connect with your own OAuth application. */
                        notionCustomKeyEnabled?: boolean | null;
                        /** @description Client id of your own OAuth application. */
                        notionClientId?: string | null;
                        /** @description Client secret; stored encrypted, shown masked. */
                        notionClientSecret?: string | null;
                        /** @description Whether to connect with your own OAuth application. */
                        onedriveCustomKeyEnabled?: boolean | null;
                        /** @description Client id of your own OAuth application. */
                        onedriveClientId?: string | null;
                        /** @description Client secret; stored encrypted, shown masked. */
                        onedriveClientSecret?: string | null;
                        /** @description Whether to connect with your own OAuth application. */
                        githubCustomKeyEnabled?: boolean | null;
                        /** @description Client id of your own OAuth application. */
                        githubClientId?: string | null;
                        /** @description Client secret; stored encrypted, shown masked. */
                        githubClientSecret?: string | null;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "shouldLLMFilter": true,
                 *       "filterPrompt": "Only remember facts about pets.",
                 *       "excludeItems": [
                 *         "salary"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description True: `filterPrompt`, `includeItems`, `excludeItems` and `filterTags` apply. False: none of them applies. Unset: `filterPrompt` does not apply. */
                    shouldLLMFilter?: boolean | null;
                    /**
                     * @description Instruction on what to remember, 1 to 750 characters. A language model follows it. Without a language model, only instructions such as "Only remember pets." work. List things to leave out in `excludeItems`.
                     * @example Only remember facts about pets.
                     */
                    filterPrompt?: string | null;
                    /**
                     * @description Subjects the organization cares about, at most 500. Stored and returned only.
                     * @example [
                     *       "pets"
                     *     ]
                     */
                    categories?: string[] | null;
                    /**
                     * @description Words or kinds of facts to remember; others are left out. At most 500.
                     * @example [
                     *       "preferences"
                     *     ]
                     */
                    includeItems?: string[] | null;
                    /**
                     * @description Words or kinds of facts never to remember; stronger than `includeItems`. At most 500.
                     * @example [
                     *       "salary"
                     *     ]
                     */
                    excludeItems?: string[] | null;
                    /** @description Weighted tags, at most 500. Stored and returned only. */
                    filterTags?: {
                        /** @description Name of the tag. */
                        tag: string;
                        /** @description Weight of the tag. */
                        score: number;
                    }[] | null;
                    /** @description Target size of a chunk in characters, 200 to 8,000. Applies to documents that are processed after the change. */
                    chunkSize?: number | null;
                    /** @description Buckets that profiles are sorted into, at most 50. */
                    profileBuckets?: {
                        /** @description Name of the bucket in a profile, for example `work`. */
                        key: string;
                        /** @description Description of the memories that belong in the bucket. */
                        description: string;
                    }[] | null;
                    /**
                     * @description About the organization, up to 1,500 characters. Stored and returned only.
                     * @example We run a ceramics studio.
                     */
                    workspacePrompt?: string | null;
                    /** @description Whether to connect with your own OAuth application. */
                    googleDriveCustomKeyEnabled?: boolean | null;
                    /** @description Client id of your own OAuth application. */
                    googleDriveClientId?: string | null;
                    /** @description Client secret; stored encrypted, shown masked. */
                    googleDriveClientSecret?: string | null;
                    /** @description Whether to connect with your own OAuth application. */
                    notionCustomKeyEnabled?: boolean | null;
                    /** @description Client id of your own OAuth application. */
                    notionClientId?: string | null;
                    /** @description Client secret; stored encrypted, shown masked. */
                    notionClientSecret?: string | null;
                    /** @description Whether to connect with your own OAuth application. */
                    onedriveCustomKeyEnabled?: boolean | null;
                    /** @description Client id of your own OAuth application. */
                    onedriveClientId?: string | null;
                    /** @description Client secret; stored encrypted, shown masked. */
                    onedriveClientSecret?: string | null;
                    /** @description Whether to connect with your own OAuth application. */
                    githubCustomKeyEnabled?: boolean | null;
                    /** @description Client id of your own OAuth application. */
                    githubClientId?: string | null;
                    /** @description Client secret; stored encrypted, shown masked. */
                    githubClientSecret?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgId": "1CbgdhVREVkT2TV2Z8FYBo",
                     *       "orgSlug": "acme",
                     *       "updated": {
                     *         "shouldLLMFilter": true,
                     *         "filterPrompt": "Only remember facts about pets.",
                     *         "excludeItems": [
                     *           "salary"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the organization. */
                        orgId: string;
                        /** @description Short name of the organization. */
                        orgSlug: string;
                        /** @description All settings after the change. */
                        updated: {
                            /** @description True: `filterPrompt`, `includeItems`, `excludeItems` and `filterTags` apply. False: none of them applies. Unset: `filterPrompt` does not apply. */
                            shouldLLMFilter?: boolean | null;
                            /**
                             * @description Instruction on what to remember, 1 to 750 characters. A language model follows it. Without a language model, only instructions such as "Only remember pets." work. List things to leave out in `excludeItems`.
                             * @example Only remember facts about pets.
                             */
                            filterPrompt?: string | null;
                            /**
                             * @description Subjects the organization cares about, at most 500. Stored and returned only.
                             * @example [
                             *       "pets"
                             *     ]
                             */
                            categories?: string[] | null;
                            /**
                             * @description Words or kinds of facts to remember; others are left out. At most 500.
                             * @example [
                             *       "preferences"
                             *     ]
                             */
                            includeItems?: string[] | null;
                            /**
                             * @description Words or kinds of facts never to remember; stronger than `includeItems`. At most 500.
                             * @example [
                             *       "salary"
                             *     ]
                             */
                            excludeItems?: string[] | null;
                            /** @description Weighted tags, at most 500. Stored and returned only. */
                            filterTags?: {
                                /** @description Name of the tag. */
                                tag: string;
                                /** @description Weight of the tag. */
                                score: number;
                            }[] | null;
                            /** @description Target size of a chunk in characters, 200 to 8,000. Applies to documents that are processed after the change. */
                            chunkSize?: number | null;
                            /** @description Buckets that profiles are sorted into, at most 50. */
                            profileBuckets?: {
                                /** @description Name of the bucket in a profile, for example `work`. */
                                key: string;
                                /** @description Description of the memories that belong in the bucket. */
                                description: string;
                            }[] | null;
                            /**
                             * @description About the organization, up to 1,500 characters. Stored and returned only.
                             * @example We run a ceramics studio.
                             */
                            workspacePrompt?: string | null;
                            /** @description Whether to connect with your own OAuth application. */
                            googleDriveCustomKeyEnabled?: boolean | null;
                            /** @description Client id of your own OAuth application. */
                            googleDriveClientId?: string | null;
                            /** @description Client secret; stored encrypted, shown masked. */
                            googleDriveClientSecret?: string | null;
                            /** @description Whether to connect with your own OAuth application. */
                            notionCustomKeyEnabled?: boolean | null;
                            /** @description Client id of your own OAuth application. */
                            notionClientId?: string | null;
                            /** @description Client secret; stored encrypted, shown masked. */
                            notionClientSecret?: string | null;
                            /** @description Whether to connect with your own OAuth application. */
                            onedriveCustomKeyEnabled?: boolean | null;
                            /** @description Client id of your own OAuth application. */
                            onedriveClientId?: string | null;
                            /** @description Client secret; stored encrypted, shown masked. */
                            onedriveClientSecret?: string | null;
                            /** @description Whether to connect with your own OAuth application. */
                            githubCustomKeyEnabled?: boolean | null;
                            /** @description Client id of your own OAuth application. */
                            githubClientId?: string | null;
                            /** @description Client secret; stored encrypted, shown masked. */
                            githubClientSecret?: string | null;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "shouldLLMFilter": true,
                 *       "filterPrompt": "Only remember facts about pets.",
                 *       "excludeItems": [
                 *         "salary"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description True: `filterPrompt`, `includeItems`, `excludeItems` and `filterTags` apply. False: none of them applies. Unset: `filterPrompt` does not apply. */
                    shouldLLMFilter?: boolean | null;
                    /**
                     * @description Instruction on what to remember, 1 to 750 characters. A language model follows it. Without a language model, only instructions such as "Only remember pets." work. List things to leave out in `excludeItems`.
                     * @example Only remember facts about pets.
                     */
                    filterPrompt?: string | null;
                    /**
                     * @description Subjects the organization cares about, at most 500. Stored and returned only.
                     * @example [
                     *       "pets"
                     *     ]
                     */
                    categories?: string[] | null;
                    /**
                     * @description Words or kinds of facts to remember; others are left out. At most 500.
                     * @example [
                     *       "preferences"
                     *     ]
                     */
                    includeItems?: string[] | null;
                    /**
                     * @description Words or kinds of facts never to remember; stronger than `includeItems`. At most 500.
                     * @example [
                     *       "salary"
                     *     ]
                     */
                    excludeItems?: string[] | null;
                    /** @description Weighted tags, at most 500. Stored and returned only. */
                    filterTags?: {
                        /** @description Name of the tag. */
                        tag: string;
                        /** @description Weight of the tag. */
                        score: number;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Settings updated",
                     *       "settings": {
                     *         "shouldLLMFilter": true,
                     *         "filterPrompt": "Only remember facts about pets.",
                     *         "excludeItems": [
                     *           "salary"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The result in a sentence. */
                        message: string;
                        /** @description Settings of this generation after the change. */
                        settings: {
                            /** @description True: `filterPrompt`, `includeItems`, `excludeItems` and `filterTags` apply. False: none of them applies. Unset: `filterPrompt` does not apply. */
                            shouldLLMFilter?: boolean | null;
                            /**
                             * @description Instruction on what to remember, 1 to 750 characters. A language model follows it. Without a language model, only instructions such as "Only remember pets." work. List things to leave out in `excludeItems`.
                             * @example Only remember facts about pets.
                             */
                            filterPrompt?: string | null;
                            /**
                             * @description Subjects the organization cares about, at most 500. Stored and returned only.
                             * @example [
                             *       "pets"
                             *     ]
                             */
                            categories?: string[] | null;
                            /**
                             * @description Words or kinds of facts to remember; others are left out. At most 500.
                             * @example [
                             *       "preferences"
                             *     ]
                             */
                            includeItems?: string[] | null;
                            /**
                             * @description Words or kinds of facts never to remember; stronger than `includeItems`. At most 500.
                             * @example [
                             *       "salary"
                             *     ]
                             */
                            excludeItems?: string[] | null;
                            /** @description Weighted tags, at most 500. Stored and returned only. */
                            filterTags?: {
                                /** @description Name of the tag. */
                                tag: string;
                                /** @description Weight of the tag. */
                                score: number;
                            }[] | null;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "questions": [
                     *         {
                     *           "id": "1CbgdhVREVkT2TV2Z8FYBo",
                     *           "question": "where does Ada live now?",
                     *           "expected": [
                     *             "note-2026-05-14"
                     *           ],
                     *           "containerTag": "user_42",
                     *           "createdAt": "2026-06-03T16:22:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Questions, oldest first. */
                        questions: {
                            /** @description Id of the question. */
                            id: string;
                            /** @description The question. */
                            question: string;
                            /** @description Documents that contain the answer, as they were sent. */
                            expected: string[];
                            /** @description Container to search; null for the whole organization. */
                            containerTag: string | null;
                            /**
                             * Format: date-time
                             * @description When the question was added.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                        }[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "question": "where does Ada live now?",
                 *       "expected": [
                 *         "note-2026-05-14"
                 *       ],
                 *       "containerTag": "user_42"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The question, 1 to 10,000 characters.
                     * @example where does Ada live now?
                     */
                    question: string;
                    /**
                     * @description Documents that contain the answer, 1 to 20, by id or `customId`.
                     * @example [
                     *       "note-2026-05-14"
                     *     ]
                     */
                    expected: string[];
                    /**
                     * @description Container to search. Default: the whole organization.
                     * @example user_42
                     */
                    containerTag?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1CbgdhVREVkT2TV2Z8FYBo",
                     *       "question": "where does Ada live now?",
                     *       "expected": [
                     *         "note-2026-05-14"
                     *       ],
                     *       "containerTag": "user_42",
                     *       "createdAt": "2026-06-03T16:22:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the question. */
                        id: string;
                        /** @description The question. */
                        question: string;
                        /** @description Documents that contain the answer, as they were sent. */
                        expected: string[];
                        /** @description Container to search; null for the whole organization. */
                        containerTag: string | null;
                        /**
                         * Format: date-time
                         * @description When the question was added.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Id of the question. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        /** @description Always true; a failure returns an error. */
                        success: boolean;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `question.not_found`: There is no such golden question.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such golden question",
                     *       "code": "question.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3AnalyticsUsage: {
        parameters: {
            query?: {
                /** @description Start of the figures, ISO 8601. The whole hour that contains it counts. */
                from?: string;
                /** @description End of the figures, ISO 8601. Default: now. The whole hour that contains it counts. */
                to?: string;
                /** @description Length of the time before `to`, if there is no `from`. */
                period?: "1h" | "24h" | "7d" | "30d" | "all";
                /** @description Page of `byKey`, from 1. */
                page?: number;
                /** @description Keys per page, 1 to 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "usage": [
                     *         {
                     *           "type": "search",
                     *           "count": 320,
                     *           "avgDuration": 21.4,
                     *           "lastUsed": "2026-05-14T09:42:10.000Z"
                     *         },
                     *         {
                     *           "type": "add",
                     *           "count": 92,
                     *           "avgDuration": 8.7,
                     *           "lastUsed": "2026-05-14T09:42:10.000Z"
                     *         }
                     *       ],
                     *       "hourly": [
                     *         {
                     *           "hour": "2026-05-14T09:00:00.000Z",
                     *           "timestamp": 1778749200000,
                     *           "count": 412,
                     *           "avgDuration": 18.6
                     *         }
                     *       ],
                     *       "byKey": [
                     *         {
                     *           "apiKeyId": "0h4c8d2w6y1z",
                     *           "keyId": "0h4c8d2w6y1z",
                     *           "keyName": "first key",
                     *           "count": 412,
                     *           "lastUsed": "2026-05-14T09:42:10.000Z",
                     *           "avgDuration": 18.6
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "currentPage": 1,
                     *         "totalPages": 1,
                     *         "limit": 20,
                     *         "totalItems": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Requests by type. */
                        usage: {
                            /**
                             * @description Type of request.
                             * @enum {string}
                             */
                            type: "add" | "update" | "delete" | "get" | "list" | "search" | "search_v4" | "profile" | "memory" | "chat" | "request";
                            /** @description Number of requests. */
                            count: number;
                            /** @description Mean duration in milliseconds. */
                            avgDuration: number;
                            /**
                             * Format: date-time
                             * @description Time of the last request.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            lastUsed: string;
                        }[];
                        /** @description Requests by hour, oldest first. */
                        hourly: {
                            /**
                             * Format: date-time
                             * @description When the hour began. Hours without requests are left out.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            hour: string;
                            /** @description The same in milliseconds since 1970. */
                            timestamp: number;
                            /** @description Number of requests. */
                            count: number;
                            /** @description Mean duration in milliseconds. */
                            avgDuration: number;
                        }[];
                        /** @description Requests by key, one page. */
                        byKey: {
                            /** @description Id of the key. */
                            apiKeyId: string;
                            /** @description The same as `apiKeyId`. */
                            keyId: string;
                            /** @description Name of the key. */
                            keyName: string;
                            /** @description Number of requests. */
                            count: number;
                            /**
                             * Format: date-time
                             * @description When the key was last used.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            lastUsed: string;
                            /** @description Mean duration in milliseconds. */
                            avgDuration: number;
                        }[];
                        /** @description Position of this page of `byKey`. The other lists are always complete. */
                        pagination: {
                            /** @description This page, from 1. */
                            currentPage: number;
                            /** @description Number of pages. */
                            totalPages: number;
                            /** @description Keys per page. */
                            limit: number;
                            /** @description Keys on all pages. */
                            totalItems: number;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3AnalyticsErrors: {
        parameters: {
            query?: {
                /** @description Start of the figures, ISO 8601. The whole hour that contains it counts. */
                from?: string;
                /** @description End of the figures, ISO 8601. Default: now. The whole hour that contains it counts. */
                to?: string;
                /** @description Length of the time before `to`, if there is no `from`. */
                period?: "1h" | "24h" | "7d" | "30d" | "all";
                /** @description Page of `byKey`, from 1. */
                page?: number;
                /** @description Keys per page, 1 to 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         {
                     *           "type": "add",
                     *           "statusCode": 400,
                     *           "count": 3,
                     *           "percentage": 100
                     *         }
                     *       ],
                     *       "summary": [
                     *         {
                     *           "type": "add",
                     *           "totalRequests": 92,
                     *           "successRate": 96.74,
                     *           "errorRate": 3.26,
                     *           "lastRequest": "2026-05-14T09:42:10.000Z"
                     *         }
                     *       ],
                     *       "hourly": [
                     *         {
                     *           "hour": "2026-05-14T09:00:00.000Z",
                     *           "timestamp": 1778749200000,
                     *           "count": 412,
                     *           "errorRate": 0.73,
                     *           "errorCount": 3
                     *         }
                     *       ],
                     *       "byKey": [
                     *         {
                     *           "apiKeyId": "0h4c8d2w6y1z",
                     *           "keyId": "0h4c8d2w6y1z",
                     *           "keyName": "first key",
                     *           "count": 412,
                     *           "lastUsed": "2026-05-14T09:42:10.000Z",
                     *           "errorRate": 0.73,
                     *           "errorCount": 3
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "currentPage": 1,
                     *         "totalPages": 1,
                     *         "limit": 20,
                     *         "totalItems": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Errors by type and status. */
                        errors: {
                            /**
                             * @description Type of request.
                             * @enum {string}
                             */
                            type: "add" | "update" | "delete" | "get" | "list" | "search" | "search_v4" | "profile" | "memory" | "chat" | "request";
                            /** @description Status; 499 when the client disconnected before the response. */
                            statusCode: number;
                            /** @description Number of requests. */
                            count: number;
                            /** @description Percent of all errors. */
                            percentage: number;
                        }[];
                        /** @description Success and errors by type. */
                        summary: {
                            /**
                             * @description Type of request.
                             * @enum {string}
                             */
                            type: "add" | "update" | "delete" | "get" | "list" | "search" | "search_v4" | "profile" | "memory" | "chat" | "request";
                            /** @description Number of requests. */
                            totalRequests: number;
                            /** @description Percent of requests with a status below 400. */
                            successRate: number;
                            /** @description Percent of requests with a status of 400 or above. */
                            errorRate: number;
                            /**
                             * Format: date-time
                             * @description Time of the last request.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            lastRequest: string;
                        }[];
                        /** @description Errors by hour, oldest first. */
                        hourly: {
                            /**
                             * Format: date-time
                             * @description When the hour began. Hours without requests are left out.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            hour: string;
                            /** @description The same in milliseconds since 1970. */
                            timestamp: number;
                            /** @description Number of requests. */
                            count: number;
                            /** @description Percent of requests with a status of 400 or above. */
                            errorRate: number;
                            /** @description Number of errors. */
                            errorCount: number;
                        }[];
                        /** @description Errors by key, one page. */
                        byKey: {
                            /** @description Id of the key. */
                            apiKeyId: string;
                            /** @description The same as `apiKeyId`. */
                            keyId: string;
                            /** @description Name of the key. */
                            keyName: string;
                            /** @description Number of requests. */
                            count: number;
                            /**
                             * Format: date-time
                             * @description When the key was last used.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            lastUsed: string;
                            /** @description Percent of requests with a status of 400 or above. */
                            errorRate: number;
                            /** @description Number of errors. */
                            errorCount: number;
                        }[];
                        /** @description Position of this page of `byKey`. The other lists are always complete. */
                        pagination: {
                            /** @description This page, from 1. */
                            currentPage: number;
                            /** @description Number of pages. */
                            totalPages: number;
                            /** @description Keys per page. */
                            limit: number;
                            /** @description Keys on all pages. */
                            totalItems: number;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "overview": {
                     *         "7d": {
                     *           "totalTokensSaved": {
                     *             "current": 182000,
                     *             "previousPeriod": 140500
                     *           },
                     *           "tokensProcessed": {
                     *             "current": 210000,
                     *             "previousPeriod": 160000
                     *           },
                     *           "tokensSent": {
                     *             "current": 28000,
                     *             "previousPeriod": 19500
                     *           },
                     *           "amountSaved": {
                     *             "current": 0.546,
                     *             "previousPeriod": 0.4215
                     *           }
                     *         },
                     *         "30d": {
                     *           "totalTokensSaved": {
                     *             "current": 182000,
                     *             "previousPeriod": 140500
                     *           },
                     *           "tokensProcessed": {
                     *             "current": 210000,
                     *             "previousPeriod": 160000
                     *           },
                     *           "tokensSent": {
                     *             "current": 28000,
                     *             "previousPeriod": 19500
                     *           },
                     *           "amountSaved": {
                     *             "current": 0.546,
                     *             "previousPeriod": 0.4215
                     *           }
                     *         },
                     *         "90d": {
                     *           "totalTokensSaved": {
                     *             "current": 182000,
                     *             "previousPeriod": 140500
                     *           },
                     *           "tokensProcessed": {
                     *             "current": 210000,
                     *             "previousPeriod": 160000
                     *           },
                     *           "tokensSent": {
                     *             "current": 28000,
                     *             "previousPeriod": 19500
                     *           },
                     *           "amountSaved": {
                     *             "current": 0.546,
                     *             "previousPeriod": 0.4215
                     *           }
                     *         },
                     *         "lifetime": {
                     *           "totalTokensSaved": {
                     *             "current": 182000,
                     *             "previousPeriod": 0
                     *           },
                     *           "tokensProcessed": {
                     *             "current": 210000,
                     *             "previousPeriod": 0
                     *           },
                     *           "tokensSent": {
                     *             "current": 28000,
                     *             "previousPeriod": 0
                     *           },
                     *           "amountSaved": {
                     *             "current": 0.546,
                     *             "previousPeriod": 0
                     *           }
                     *         }
                     *       },
                     *       "analytics": {
                     *         "usage": {
                     *           "currentDay": "Thu",
                     *           "tokensByDay": {
                     *             "Sun": 0,
                     *             "Mon": 41000,
                     *             "Tue": 38200,
                     *             "Wed": 52400,
                     *             "Thu": 12900,
                     *             "Fri": 0,
                     *             "Sat": 0
                     *           }
                     *         },
                     *         "latency": {
                     *           "current": 18.6,
                     *           "unit": "ms",
                     *           "trend": [
                     *             0,
                     *             0,
                     *             17.9,
                     *             18.6
                     *           ]
                     *         },
                     *         "apiUsage": {
                     *           "current": 5210,
                     *           "limit": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Tokens saved, by period. */
                        overview: {
                            /** @description The last 7 days. */
                            "7d": {
                                /** @description Tokens processed minus tokens sent, never below zero. Prompts save these tokens, because they contain search results instead of all content. */
                                totalTokensSaved: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the content that was added, estimated as a quarter of its characters. */
                                tokensProcessed: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the texts that searches and profiles returned, estimated the same way. */
                                tokensSent: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                                /** @description US dollars: tokens saved at TOKEN_PRICE_USD_PER_MILLION. */
                                amountSaved: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                            };
                            /** @description The last 30 days. */
                            "30d": {
                                /** @description Tokens processed minus tokens sent, never below zero. Prompts save these tokens, because they contain search results instead of all content. */
                                totalTokensSaved: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the content that was added, estimated as a quarter of its characters. */
                                tokensProcessed: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the texts that searches and profiles returned, estimated the same way. */
                                tokensSent: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                                /** @description US dollars: tokens saved at TOKEN_PRICE_USD_PER_MILLION. */
                                amountSaved: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                            };
                            /** @description The last 90 days. */
                            "90d": {
                                /** @description Tokens processed minus tokens sent, never below zero. Prompts save these tokens, because they contain search results instead of all content. */
                                totalTokensSaved: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the content that was added, estimated as a quarter of its characters. */
                                tokensProcessed: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the texts that searches and profiles returned, estimated the same way. */
                                tokensSent: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                                /** @description US dollars: tokens saved at TOKEN_PRICE_USD_PER_MILLION. */
                                amountSaved: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                            };
                            /** @description All stored figures (USAGE_RETENTION_DAYS); `previousPeriod` is 0. */
                            lifetime: {
                                /** @description Tokens processed minus tokens sent, never below zero. Prompts save these tokens, because they contain search results instead of all content. */
                                totalTokensSaved: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the content that was added, estimated as a quarter of its characters. */
                                tokensProcessed: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                                /** @description Tokens of the texts that searches and profiles returned, estimated the same way. */
                                tokensSent: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                                /** @description US dollars: tokens saved at TOKEN_PRICE_USD_PER_MILLION. */
                                amountSaved: {
                                    /** @description The period up to now. */
                                    current: number;
                                    /** @description The period of the same length before it. */
                                    previousPeriod: number;
                                };
                            };
                        };
                        /** @description Tokens, latency and requests. */
                        analytics: {
                            /** @description Tokens of this week. */
                            usage: {
                                /**
                                 * @description Day of the week in UTC.
                                 * @enum {string}
                                 */
                                currentDay: "Sun" | "Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat";
                                /** @description Tokens processed and sent on each day of this week, which began on Sunday. */
                                tokensByDay: {
                                    /** @description Tokens of that day. */
                                    Sun: number;
                                    /** @description Tokens of that day. */
                                    Mon: number;
                                    /** @description Tokens of that day. */
                                    Tue: number;
                                    /** @description Tokens of that day. */
                                    Wed: number;
                                    /** @description Tokens of that day. */
                                    Thu: number;
                                    /** @description Tokens of that day. */
                                    Fri: number;
                                    /** @description Tokens of that day. */
                                    Sat: number;
                                };
                            };
                            /** @description Duration of requests. */
                            latency: {
                                /** @description Mean duration of the requests of the last 24 hours. */
                                current: number;
                                /**
                                 * @description Milliseconds.
                                 * @constant
                                 */
                                unit: "ms";
                                /** @description Means of the last 24 hours, oldest first; 0 without requests. */
                                trend: number[];
                            };
                            /** @description Requests of this month. */
                            apiUsage: {
                                /** @description Requests of this calendar month. */
                                current: number;
                                /** @description Always 0: there is no limit. */
                                limit: number;
                            };
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3ContainerTagsList: {
        parameters: {
            query?: {
                /** @description Page to return, from 1. */
                page?: number;
                /** @description Tags per page, 1 to 1,000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "1Cbejp9nRJTbN34gNmuqGe",
                     *         "name": "Ada",
                     *         "containerTag": "user_42",
                     *         "description": null,
                     *         "createdAt": "2026-01-12T08:00:00.000Z",
                     *         "updatedAt": "2026-05-14T09:30:05.000Z",
                     *         "isExperimental": false,
                     *         "isNova": false,
                     *         "documentCount": 24,
                     *         "memoryCount": 61,
                     *         "tokenCount": 18400,
                     *         "lastActivityAt": "2026-05-14T09:30:05.000Z",
                     *         "entityContext": "Ada, a ceramics teacher who uses our studio planner",
                     *         "memoryFilesystemPaths": null,
                     *         "profileBuckets": [
                     *           {
                     *             "key": "work",
                     *             "description": "Jobs, colleagues and projects"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": {
                        /**
                         * @description Id of the container.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /** @description Display name. */
                        name: string | null;
                        /** @description The tag itself. */
                        containerTag: string;
                        /** @description Always null; clients of this interface expect the field. */
                        description: string | null;
                        /**
                         * Format: date-time
                         * @description When the tag was first used.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When the container last changed.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        updatedAt: string;
                        /** @description Always false; clients of this interface expect the field. */
                        isExperimental: boolean;
                        /** @description Always false; clients of this interface expect the field. */
                        isNova: boolean;
                        /** @description Documents in the container. */
                        documentCount: number;
                        /** @description Current memories in the container. */
                        memoryCount: number;
                        /** @description Tokens of its documents, estimated as a quarter of their characters. */
                        tokenCount: number;
                        /**
                         * Format: date-time
                         * @description When a document or memory last changed.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        lastActivityAt: string;
                        /** @description Who or what the container is about. */
                        entityContext: string | null;
                        /** @description Paths that a memory tool shows as files. */
                        memoryFilesystemPaths: string[] | null;
                        /** @description Buckets of this profile; null when the buckets of the organization apply. */
                        profileBuckets: {
                            /** @description Name of the bucket. */
                            key: string;
                            /** @description Description of the memories that belong in it. */
                            description: string;
                        }[] | null;
                    }[];
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Groups documents and memories, for example one tag per end user. Up to 100 letters, digits and `_ : - .`. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cbejp9nRJTbN34gNmuqGe",
                     *       "name": "Ada",
                     *       "containerTag": "user_42",
                     *       "description": null,
                     *       "createdAt": "2026-01-12T08:00:00.000Z",
                     *       "updatedAt": "2026-05-14T09:30:05.000Z",
                     *       "isExperimental": false,
                     *       "isNova": false,
                     *       "documentCount": 24,
                     *       "memoryCount": 61,
                     *       "tokenCount": 18400,
                     *       "lastActivityAt": "2026-05-14T09:30:05.000Z",
                     *       "entityContext": "Ada, a ceramics teacher who uses our studio planner",
                     *       "memoryFilesystemPaths": null,
                     *       "profileBuckets": [
                     *         {
                     *           "key": "work",
                     *           "description": "Jobs, colleagues and projects"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the container.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /** @description Display name. */
                        name: string | null;
                        /** @description The tag itself. */
                        containerTag: string;
                        /** @description Always null; clients of this interface expect the field. */
                        description: string | null;
                        /**
                         * Format: date-time
                         * @description When the tag was first used.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When the container last changed.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        updatedAt: string;
                        /** @description Always false; clients of this interface expect the field. */
                        isExperimental: boolean;
                        /** @description Always false; clients of this interface expect the field. */
                        isNova: boolean;
                        /** @description Documents in the container. */
                        documentCount: number;
                        /** @description Current memories in the container. */
                        memoryCount: number;
                        /** @description Tokens of its documents, estimated as a quarter of their characters. */
                        tokenCount: number;
                        /**
                         * Format: date-time
                         * @description When a document or memory last changed.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        lastActivityAt: string;
                        /** @description Who or what the container is about. */
                        entityContext: string | null;
                        /** @description Paths that a memory tool shows as files. */
                        memoryFilesystemPaths: string[] | null;
                        /** @description Buckets of this profile; null when the buckets of the organization apply. */
                        profileBuckets: {
                            /** @description Name of the bucket. */
                            key: string;
                            /** @description Description of the memories that belong in it. */
                            description: string;
                        }[] | null;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `container.not_found`: There is no such container tag.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such container tag",
                     *       "code": "container.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Groups documents and memories, for example one tag per end user. Up to 100 letters, digits and `_ : - .`. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Id of the receipt of the deletion: `GET /v3/erasures/{id}`. */
                    "X-Erasure-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "containerTag": "user_42",
                     *       "deletedDocumentsCount": 24,
                     *       "deletedMemoriesCount": 61,
                     *       "erasureId": "1CbejtaJuzWqjDB4RUoeDQ"
                     *     }
                     */
                    "application/json": {
                        /** @description Always true; a failure returns an error. */
                        success: boolean;
                        /** @description The tag that was deleted. */
                        containerTag: string;
                        /** @description Documents deleted. */
                        deletedDocumentsCount: number;
                        /** @description Memories deleted. */
                        deletedMemoriesCount: number;
                        /**
                         * @description Id of the receipt: `GET /v3/erasures/{id}`.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        erasureId: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `container.not_found`: There is no such container tag.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such container tag",
                     *       "code": "container.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `merge.busy`: One of these container tags is being merged. Try again when that merge is done.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "One of these container tags is being merged. Try again when that merge is done",
                     *       "code": "merge.busy",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Groups documents and memories, for example one tag per end user. Up to 100 letters, digits and `_ : - .`. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada",
                 *       "entityContext": "Ada, a ceramics teacher who uses our studio planner",
                 *       "profileBuckets": [
                 *         {
                 *           "key": "work",
                 *           "description": "Jobs, colleagues and projects"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Display name, 1 to 255 characters. */
                    name?: string | null;
                    /** @description Who or what the container is about, up to 1,500 characters. Guides memory extraction. */
                    entityContext?: string | null;
                    /** @description Paths that a memory tool of a client shows as files, at most 100. Stored and returned only. */
                    memoryFilesystemPaths?: string[] | null;
                    /** @description Buckets of this profile, at most 50. They replace the buckets of the organization. */
                    profileBuckets?: {
                        /** @description Name of the bucket in a profile, for example `work`. */
                        key: string;
                        /** @description Description of the memories that belong in the bucket. */
                        description: string;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cbejp9nRJTbN34gNmuqGe",
                     *       "name": "Ada",
                     *       "containerTag": "user_42",
                     *       "description": null,
                     *       "createdAt": "2026-01-12T08:00:00.000Z",
                     *       "updatedAt": "2026-05-14T09:30:05.000Z",
                     *       "isExperimental": false,
                     *       "isNova": false,
                     *       "documentCount": 24,
                     *       "memoryCount": 61,
                     *       "tokenCount": 18400,
                     *       "lastActivityAt": "2026-05-14T09:30:05.000Z",
                     *       "entityContext": "Ada, a ceramics teacher who uses our studio planner",
                     *       "memoryFilesystemPaths": null,
                     *       "profileBuckets": [
                     *         {
                     *           "key": "work",
                     *           "description": "Jobs, colleagues and projects"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the container.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /** @description Display name. */
                        name: string | null;
                        /** @description The tag itself. */
                        containerTag: string;
                        /** @description Always null; clients of this interface expect the field. */
                        description: string | null;
                        /**
                         * Format: date-time
                         * @description When the tag was first used.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When the container last changed.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        updatedAt: string;
                        /** @description Always false; clients of this interface expect the field. */
                        isExperimental: boolean;
                        /** @description Always false; clients of this interface expect the field. */
                        isNova: boolean;
                        /** @description Documents in the container. */
                        documentCount: number;
                        /** @description Current memories in the container. */
                        memoryCount: number;
                        /** @description Tokens of its documents, estimated as a quarter of their characters. */
                        tokenCount: number;
                        /**
                         * Format: date-time
                         * @description When a document or memory last changed.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        lastActivityAt: string;
                        /** @description Who or what the container is about. */
                        entityContext: string | null;
                        /** @description Paths that a memory tool shows as files. */
                        memoryFilesystemPaths: string[] | null;
                        /** @description Buckets of this profile; null when the buckets of the organization apply. */
                        profileBuckets: {
                            /** @description Name of the bucket. */
                            key: string;
                            /** @description Description of the memories that belong in it. */
                            description: string;
                        }[] | null;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "containerTags": [
                 *         "user_42_old"
                 *       ],
                 *       "targetContainerTag": "user_42"
                 *     }
                 */
                "application/json": {
                    /** @description Source tags, 1 to 100. They are emptied and then removed. */
                    containerTags: string[];
                    /**
                     * @description Tag to move into; created when it does not exist.
                     * @example user_42
                     */
                    targetContainerTag: string;
                };
            };
        };
        responses: {
            /** @description Accepted. The work runs in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "queued",
                     *       "mergeId": "1CbejjjFvcQJCrNZgx1iMR",
                     *       "targetTag": "user_42",
                     *       "sourceTags": [
                     *         "user_42_old"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Always true; a failure returns an error. */
                        success: boolean;
                        /**
                         * @description The merge waits for a worker.
                         * @constant
                         */
                        status: "queued";
                        /**
                         * @description Id of the merge. `GET /v3/container-tags/merge/{id}` shows the progress.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        mergeId: string;
                        /** @description Tag to move into. */
                        targetTag: string;
                        /** @description Tags to empty, each once. */
                        sourceTags: string[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `container.not_found`: There is no such container tag.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such container tag",
                     *       "code": "container.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `merge.busy`: One of these container tags is being merged. Try again when that merge is done.
             *     - `merge.across_cells`: These container tags are stored in different databases and cannot be merged.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "One of these container tags is being merged. Try again when that merge is done",
                     *       "code": "merge.busy",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description The `mergeId` of the merge. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mergeId": "1CbejjjFvcQJCrNZgx1iMR",
                     *       "targetTag": "user_42",
                     *       "sourceTags": [
                     *         "user_42_old"
                     *       ],
                     *       "status": "running",
                     *       "movedDocuments": 128,
                     *       "createdAt": "2026-06-02T16:20:00.000Z",
                     *       "startedAt": "2026-06-02T16:20:01.000Z",
                     *       "finishedAt": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the merge.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        mergeId: string;
                        /**
                         * @description Whether the merge waits, runs or is complete.
                         * @enum {string}
                         */
                        status: "queued" | "running" | "done";
                        /** @description Tag to move into. */
                        targetTag: string;
                        /** @description Tags to empty. */
                        sourceTags: string[];
                        /** @description Documents moved so far. */
                        movedDocuments: number;
                        /**
                         * Format: date-time
                         * @description When the merge was requested.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                        /** @description When a worker began; null before. */
                        startedAt: string | null;
                        /** @description When the merge was complete; null before. */
                        finishedAt: string | null;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `merge.not_found`: There is no such merge.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such merge",
                     *       "code": "merge.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Groups documents and memories, for example one tag per end user. Up to 100 letters, digits and `_ : - .`. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "memories": [
                     *         {
                     *           "id": "1CbejjjFvcQJCrNZgx1iMR",
                     *           "memory": "Ada probably speaks Portuguese.",
                     *           "createdAt": "2026-05-14T09:30:05.000Z",
                     *           "updatedAt": "2026-05-14T09:30:05.000Z",
                     *           "isLatest": true,
                     *           "isForgotten": false,
                     *           "isStatic": false,
                     *           "isInference": true,
                     *           "version": 1,
                     *           "sourceCount": 1,
                     *           "metadata": null,
                     *           "parentMemoryId": null,
                     *           "rootMemoryId": null,
                     *           "parentCount": 2
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description Inferred memories, best supported first, at most 50. */
                        memories: {
                            /**
                             * @description Id of the memory (of this version).
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description The fact, as a sentence. */
                            memory: string;
                            /**
                             * Format: date-time
                             * @description When the fact was learned.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /** @description When the memory last changed. */
                            updatedAt: string | null;
                            /** @description False when a newer version superseded it. */
                            isLatest: boolean;
                            /** @description True when it is forgotten: stored, but not in search and profile. */
                            isForgotten: boolean;
                            /** @description True for a lasting fact, such as a name. */
                            isStatic: boolean;
                            /** @description True when it was inferred from other memories, not stated. */
                            isInference: boolean;
                            /** @description Number of the version, from 1. */
                            version: number;
                            /** @description Number of sources that state it. */
                            sourceCount: number;
                            /**
                             * @description Metadata as it was given; null when there is none.
                             * @example {
                             *       "source": "onboarding"
                             *     }
                             */
                            metadata: string | number | boolean | null | {
                                [key: string]: unknown;
                            } | unknown[];
                            /** @description The version before this one; null for the first. */
                            parentMemoryId: string | null;
                            /** @description The first version; null when this is the first. */
                            rootMemoryId: string | null;
                            /** @description Number of memories it was inferred from. */
                            parentCount: number;
                        }[];
                        /** @description Number of memories in this response. */
                        total: number;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Groups documents and memories, for example one tag per end user. Up to 100 letters, digits and `_ : - .`. */
                tag: string;
                /** @description Id of the inferred memory. */
                memoryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "approve"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `approve` it, `decline` it, or `undo` an earlier review.
                     * @enum {string}
                     */
                    action: "approve" | "decline" | "undo";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1CbejjjFvcQJCrNZgx1iMR",
                     *       "isInference": false,
                     *       "isForgotten": false,
                     *       "reviewStatus": "approved"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the memory.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /** @description False once it is approved. */
                        isInference: boolean;
                        /** @description True once it is declined. */
                        isForgotten: boolean;
                        /** @description The review; null when there is none. */
                        reviewStatus: ("approved" | "declined") | null;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `memory.not_found`: Memory not found.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Memory not found",
                     *       "code": "memory.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `memory.forgotten`: This memory is already forgotten.
             *     - `memory.not_reviewable`: Only inferred memories can be reviewed.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This memory is already forgotten",
                     *       "code": "memory.forgotten",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getV3Projects: {
        parameters: {
            query?: {
                /** @description Page to return, from 1. */
                page?: number;
                /** @description Tags per page, 1 to 1,000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "projects": [
                     *         {
                     *           "id": "1Cbejp9nRJTbN34gNmuqGe",
                     *           "name": "Holiday plans",
                     *           "containerTag": "sm_project_holiday_plans",
                     *           "description": null,
                     *           "createdAt": "2026-01-12T08:00:00.000Z",
                     *           "updatedAt": "2026-05-14T09:30:05.000Z",
                     *           "isExperimental": false,
                     *           "isNova": false,
                     *           "documentCount": 24,
                     *           "memoryCount": 61,
                     *           "tokenCount": 18400,
                     *           "lastActivityAt": "2026-05-14T09:30:05.000Z",
                     *           "entityContext": null,
                     *           "memoryFilesystemPaths": null,
                     *           "profileBuckets": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Projects, latest activity first. */
                        projects: {
                            /**
                             * @description Id of the container.
                             * @example 1Cb2E6xd3spDuQv5BFZdDc
                             */
                            id: string;
                            /** @description Display name. */
                            name: string | null;
                            /** @description The tag itself. */
                            containerTag: string;
                            /** @description Always null; clients of this interface expect the field. */
                            description: string | null;
                            /**
                             * Format: date-time
                             * @description When the tag was first used.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When the container last changed.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            updatedAt: string;
                            /** @description Always false; clients of this interface expect the field. */
                            isExperimental: boolean;
                            /** @description Always false; clients of this interface expect the field. */
                            isNova: boolean;
                            /** @description Documents in the container. */
                            documentCount: number;
                            /** @description Current memories in the container. */
                            memoryCount: number;
                            /** @description Tokens of its documents, estimated as a quarter of their characters. */
                            tokenCount: number;
                            /**
                             * Format: date-time
                             * @description When a document or memory last changed.
                             * @example 2026-05-14T09:30:00.000Z
                             */
                            lastActivityAt: string;
                            /** @description Who or what the container is about. */
                            entityContext: string | null;
                            /** @description Paths that a memory tool shows as files. */
                            memoryFilesystemPaths: string[] | null;
                            /** @description Buckets of this profile; null when the buckets of the organization apply. */
                            profileBuckets: {
                                /** @description Name of the bucket. */
                                key: string;
                                /** @description Description of the memories that belong in it. */
                                description: string;
                            }[] | null;
                        }[];
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "name": "Holiday plans"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Name of the project, 1 to 80 characters.
                     * @example Holiday plans
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1Cbejp9nRJTbN34gNmuqGe",
                     *       "name": "Holiday plans",
                     *       "containerTag": "sm_project_holiday_plans",
                     *       "description": null,
                     *       "createdAt": "2026-01-12T08:00:00.000Z",
                     *       "updatedAt": "2026-05-14T09:30:05.000Z",
                     *       "isExperimental": false,
                     *       "isNova": false,
                     *       "documentCount": 24,
                     *       "memoryCount": 61,
                     *       "tokenCount": 18400,
                     *       "lastActivityAt": "2026-05-14T09:30:05.000Z",
                     *       "entityContext": null,
                     *       "memoryFilesystemPaths": null,
                     *       "profileBuckets": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the container.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /** @description Display name. */
                        name: string | null;
                        /** @description The tag itself. */
                        containerTag: string;
                        /** @description Always null; clients of this interface expect the field. */
                        description: string | null;
                        /**
                         * Format: date-time
                         * @description When the tag was first used.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When the container last changed.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        updatedAt: string;
                        /** @description Always false; clients of this interface expect the field. */
                        isExperimental: boolean;
                        /** @description Always false; clients of this interface expect the field. */
                        isNova: boolean;
                        /** @description Documents in the container. */
                        documentCount: number;
                        /** @description Current memories in the container. */
                        memoryCount: number;
                        /** @description Tokens of its documents, estimated as a quarter of their characters. */
                        tokenCount: number;
                        /**
                         * Format: date-time
                         * @description When a document or memory last changed.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        lastActivityAt: string;
                        /** @description Who or what the container is about. */
                        entityContext: string | null;
                        /** @description Paths that a memory tool shows as files. */
                        memoryFilesystemPaths: string[] | null;
                        /** @description Buckets of this profile; null when the buckets of the organization apply. */
                        profileBuckets: {
                            /** @description Name of the bucket. */
                            key: string;
                            /** @description Description of the memories that belong in it. */
                            description: string;
                        }[] | null;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Id or container tag of the project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description Id of the receipt of the deletion: `GET /v3/erasures/{id}`. */
                    "X-Erasure-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Project deleted",
                     *       "documentsAffected": 24,
                     *       "memoriesAffected": 61
                     *     }
                     */
                    "application/json": {
                        /** @description Always true; a failure returns an error. */
                        success: boolean;
                        /** @description The result in a sentence. */
                        message: string;
                        /** @description Documents deleted. */
                        documentsAffected: number;
                        /** @description Memories deleted. */
                        memoriesAffected: number;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `project.not_found`: There is no such project.
             *     - `container.not_found`: There is no such container tag.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such project",
                     *       "code": "project.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict.
             *     - `merge.busy`: One of these container tags is being merged. Try again when that merge is done.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "One of these container tags is being merged. Try again when that merge is done",
                     *       "code": "merge.busy",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Id of the receipt, from `X-Erasure-Id` or `erasureId`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1CbejtaJuzWqjDB4RUoeDQ",
                     *       "kind": "document",
                     *       "targetId": "1Cb2E6xd3spDuQv5BFZdDc",
                     *       "outcome": "erased",
                     *       "status": "done",
                     *       "requested": 1,
                     *       "removed": {
                     *         "rows": 6,
                     *         "vectors": 2,
                     *         "textIndex": 1,
                     *         "blobs": 1,
                     *         "memories": 0,
                     *         "facts": 2,
                     *         "caches": 0
                     *       },
                     *       "found": {
                     *         "rows": 0,
                     *         "vectors": 0,
                     *         "textIndex": 0,
                     *         "blobs": 0,
                     *         "memories": 0,
                     *         "facts": 0,
                     *         "caches": 0
                     *       },
                     *       "checked": {
                     *         "targets": 1,
                     *         "blobs": 1,
                     *         "looseFiles": true
                     *       },
                     *       "isClean": true,
                     *       "remains": [
                     *         {
                     *           "what": "tombstone",
                     *           "count": 1,
                     *           "why": "A row without content records that the document existed and when it was deleted."
                     *         }
                     *       ],
                     *       "createdAt": "2026-06-02T16:22:00.000Z",
                     *       "finishedAt": "2026-06-02T16:22:03.000Z",
                     *       "verifiedAt": "2026-06-02T16:25:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the receipt.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Kind of deletion.
                         * @enum {string}
                         */
                        kind: "document" | "documents" | "memory" | "container";
                        /** @description Id of the document, memory or container; null when there were many. */
                        targetId: string | null;
                        /**
                         * @description `erased`: removed permanently. `forgotten`: stored, but not in search and profile.
                         * @enum {string}
                         */
                        outcome: "erased" | "forgotten";
                        /**
                         * @description `pending` while the purge runs.
                         * @enum {string}
                         */
                        status: "pending" | "done";
                        /** @description Documents, memories or container tags that the deletion named. */
                        requested: number;
                        /** @description Rows and files removed so far, by layer. */
                        removed: {
                            /** @description Rows of documents, contents, chunks, metadata, attempts and container tags. */
                            rows: number;
                            /** @description Vectors of chunks and memories. */
                            vectors: number;
                            /** @description Rows of the keyword index. */
                            textIndex: number;
                            /** @description Uploaded or fetched files. */
                            blobs: number;
                            /** @description Rows of memories, their sources, relations and metadata. */
                            memories: number;
                            /** @description Facts extracted from documents, from which memories are made. */
                            facts: number;
                            /** @description Cached vectors and answers of language models. */
                            caches: number;
                        };
                        /** @description Rows and files that a scan finds now, by layer. */
                        found: {
                            /** @description Rows of documents, contents, chunks, metadata, attempts and container tags. */
                            rows: number;
                            /** @description Vectors of chunks and memories. */
                            vectors: number;
                            /** @description Rows of the keyword index. */
                            textIndex: number;
                            /** @description Uploaded or fetched files. */
                            blobs: number;
                            /** @description Rows of memories, their sources, relations and metadata. */
                            memories: number;
                            /** @description Facts extracted from documents, from which memories are made. */
                            facts: number;
                            /** @description Cached vectors and answers of language models. */
                            caches: number;
                        };
                        /** @description Extent of the scan: all data, up to 100,000 documents and 100 files. */
                        checked: {
                            /** @description Documents, memories or containers looked for. */
                            targets: number;
                            /** @description Files looked for. */
                            blobs: number;
                            /** @description True when the store was searched for files without a document, for example from an interrupted upload, up to the time of the deletion. This search runs every few hours. */
                            looseFiles: boolean;
                        };
                        /** @description True when the purge is done and the scan finds nothing. */
                        isClean: boolean;
                        /** @description Rows that are kept on purpose; empty when there are none. */
                        remains: {
                            /** @description Kind of row that is kept. */
                            what: string;
                            /** @description How many are kept. */
                            count: number;
                            /** @description Why they are kept, in a sentence. */
                            why: string;
                        }[];
                        /**
                         * Format: date-time
                         * @description When the deletion was requested.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                        /** @description When the purge was complete; null before. */
                        finishedAt: string | null;
                        /**
                         * Format: date-time
                         * @description When the scan was made.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        verifiedAt: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `erasure.not_found`: There is no such erasure.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such erasure",
                     *       "code": "erasure.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "containerTag": "user_42"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Only connections of this container.
                     * @example user_42
                     */
                    containerTag?: string;
                    /**
                     * @deprecated
                     * @description Only connections of these containers. Use `containerTag` for one.
                     */
                    containerTags?: string[];
                    /**
                     * @description Only connections to this provider.
                     * @enum {string}
                     */
                    provider?: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example [] */
                    "application/json": {
                        /**
                         * @description Id of the connection.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Name of the provider.
                         * @enum {string}
                         */
                        provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
                        /**
                         * Format: date-time
                         * @description When the connection was created.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When its authorization expires.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        expiresAt?: string;
                        /** @description Account at the provider. */
                        email?: string;
                        /** @description Maximum number of documents to import. */
                        documentLimit?: number;
                        /** @description Containers its documents go to. */
                        containerTags?: string[];
                        /** @description Metadata of the connection. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Id of a connection, or the name of a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1CbejjjFvcQJCrNZgx1iMR",
                     *       "provider": "notion",
                     *       "createdAt": "2026-06-02T16:20:00.000Z",
                     *       "email": "ada@example.org",
                     *       "containerTags": [
                     *         "user_42"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the connection.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Name of the provider.
                         * @enum {string}
                         */
                        provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
                        /**
                         * Format: date-time
                         * @description When the connection was created.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When its authorization expires.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        expiresAt?: string;
                        /** @description Account at the provider. */
                        email?: string;
                        /** @description Maximum number of documents to import. */
                        documentLimit?: number;
                        /** @description Containers its documents go to. */
                        containerTags?: string[];
                        /** @description Metadata of the connection. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `connection.provider_not_configured`: This server has no connector for this provider. Add its documents with POST /v3/documents instead.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `connection.not_found`: There is no such connection.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such connection",
                     *       "code": "connection.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Name of the provider to connect to. */
                id: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1CbejjjFvcQJCrNZgx1iMR",
                     *       "authLink": "https://example.org/oauth/authorize?state=1CbejjjFvcQJCrNZgx1iMR",
                     *       "expiresIn": "1 hour"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the connection.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /** @description Address where the user authorizes the connection. */
                        authLink: string;
                        /** @description How long the link works. */
                        expiresIn: string;
                        /** @description Address the user returns to. */
                        redirectsTo?: string;
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             *     - `connection.provider_not_configured`: This server has no connector for this provider. Add its documents with POST /v3/documents instead.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Id of a connection, or the name of a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1CbejjjFvcQJCrNZgx1iMR",
                     *       "provider": "notion"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the connection.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Name of the provider.
                         * @enum {string}
                         */
                        provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             *     - `connection.provider_not_configured`: This server has no connector for this provider. Add its documents with POST /v3/documents instead.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `connection.not_found`: There is no such connection.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such connection",
                     *       "code": "connection.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Name of the provider. */
                provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1CbejjjFvcQJCrNZgx1iMR",
                     *       "provider": "notion",
                     *       "createdAt": "2026-06-02T16:20:00.000Z",
                     *       "email": "ada@example.org",
                     *       "containerTags": [
                     *         "user_42"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Id of the connection.
                         * @example 1Cb2E6xd3spDuQv5BFZdDc
                         */
                        id: string;
                        /**
                         * @description Name of the provider.
                         * @enum {string}
                         */
                        provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
                        /**
                         * Format: date-time
                         * @description When the connection was created.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When its authorization expires.
                         * @example 2026-05-14T09:30:00.000Z
                         */
                        expiresAt?: string;
                        /** @description Account at the provider. */
                        email?: string;
                        /** @description Maximum number of documents to import. */
                        documentLimit?: number;
                        /** @description Containers its documents go to. */
                        containerTags?: string[];
                        /** @description Metadata of the connection. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             *     - `connection.provider_not_configured`: This server has no connector for this provider. Add its documents with POST /v3/documents instead.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `connection.not_found`: There is no such connection.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such connection",
                     *       "code": "connection.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Name of the provider. */
                provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. The work runs in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             *     - `connection.provider_not_configured`: This server has no connector for this provider. Add its documents with POST /v3/documents instead.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `connection.not_found`: There is no such connection.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such connection",
                     *       "code": "connection.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Name of the provider. */
                provider: "notion" | "google-drive" | "onedrive" | "gmail" | "github" | "web-crawler" | "s3" | "granola";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             *     - `connection.provider_not_configured`: This server has no connector for this provider. Add its documents with POST /v3/documents instead.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `connection.not_found`: There is no such connection.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such connection",
                     *       "code": "connection.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Id of a connection, or the name of a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `connection.provider_not_configured`: This server has no connector for this provider. Add its documents with POST /v3/documents instead.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `connection.not_found`: There is no such connection.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such connection",
                     *       "code": "connection.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Id of a connection, or the name of a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `request.malformed`: The request body is not valid JSON.
             *     - `connection.provider_not_configured`: This server has no connector for this provider. Add its documents with POST /v3/documents instead.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `connection.not_found`: There is no such connection.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such connection",
                     *       "code": "connection.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Payload Too Large.
             *     - `request.too_large`: The request is too large.
             */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is too large",
                     *       "code": "request.too_large",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *     - `request.unsupported_type`: This content type is not supported.
             */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This content type is not supported",
                     *       "code": "request.unsupported_type",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
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
                /** @description Id of a connection, or the name of a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description Bad Request.
             *     - `request.invalid`: The request is not valid.
             *     - `connection.provider_not_configured`: This server has no connector for this provider. Add its documents with POST /v3/documents instead.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "containerTag: must be a string",
                     *       "details": "containerTag: must be a string",
                     *       "code": "request.invalid",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized.
             *     - `auth.missing_key`: No API key was sent. Send it as "Authorization: Bearer &lt;key>" or "x-api-key: &lt;key>".
             *     - `auth.invalid_key`: The API key is not valid. Check that it was copied whole.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "No API key was sent. Send it as \"Authorization: Bearer <key>\" or \"x-api-key: <key>\"",
                     *       "code": "auth.missing_key",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden.
             *     - `auth.forbidden`: This API key is limited to one container tag and cannot use this route. Use a key of the organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This API key is limited to one container tag and cannot use this route. Use a key of the organization",
                     *       "code": "auth.forbidden",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found.
             *     - `connection.not_found`: There is no such connection.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "There is no such connection",
                     *       "code": "connection.not_found",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests.
             *     - `rate.limited`: Too many requests. Wait before trying again.
             */
            429: {
                headers: {
                    /** @description Seconds until the next request. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many requests. Wait before trying again",
                     *       "code": "rate.limited",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4",
                     *       "retryAfterSeconds": 12
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error.
             *     - `internal`: The server failed to answer this request. Its log holds the cause under this requestId.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The server failed to answer this request. Its log holds the cause under this requestId",
                     *       "code": "internal",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Service Unavailable.
             *     - `server.draining`: This server is shutting down. Try again shortly.
             *     - `cell.unavailable`: The database that holds this data does not respond. Try again shortly.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "This server is shutting down. Try again shortly",
                     *       "code": "server.draining",
                     *       "requestId": "req_9f2c61d04be84a7c8f35a1e07d62b3c4"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
}
