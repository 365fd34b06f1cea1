import type { operations } from './generated/api.ts'

/** Types of the API under the names that this client uses. */
type ResponseOf<Name extends keyof operations> = {
  [Status in keyof operations[Name]['responses']]: Status extends 200 | 201 | 202
    ? operations[Name]['responses'][Status] extends { content: { 'application/json': infer Body } }
      ? Body
      : never
    : never
}[keyof operations[Name]['responses']]

type Body<Name extends keyof operations> =
  NonNullable<operations[Name]['requestBody']> extends { content: { 'application/json': infer Shape } }
    ? Shape
    : never

type UploadForm =
  NonNullable<operations['postV3DocumentsFile']['requestBody']> extends {
    content: { 'multipart/form-data': infer Shape }
  }
    ? Shape
    : never

// Documents
export type NewDocument = Body<'postV3Documents'>
/** Id and status of a document that was added or changed. */
export type DocumentReceipt = ResponseOf<'postV3Documents'>
export type NewBatch = Omit<Body<'postV3DocumentsBatch'>, 'content'>
export type BatchResult = ResponseOf<'postV3DocumentsBatch'>
export type UploadFields = Omit<UploadForm, 'file'> & {
  /** File name, for a file without a name. */
  name?: string
}
export type DocumentChanges = Body<'patchV3DocumentsById'>
export type Document = ResponseOf<'getV3DocumentsById'>
export type DocumentStatus = Document['status']
export type DocumentQuery = Omit<Body<'postV3DocumentsList'>, 'page'>
export type DocumentListItem = ResponseOf<'postV3DocumentsList'>['memories'][number]
export type GraphQuery = Body<'postV3Graph'>
export type Graph = ResponseOf<'postV3Graph'>
export type DocumentIds = Body<'postV3DocumentsDocumentsByIds'>
export type DocumentsById = ResponseOf<'postV3DocumentsDocumentsByIds'>
export type FacetQuery = NonNullable<Body<'postV3DocumentsDocumentsFacets'>>
export type Facets = ResponseOf<'postV3DocumentsDocumentsFacets'>
export type DocumentSelection = Body<'deleteV3DocumentsBulk'>
export type DeletedDocuments = ResponseOf<'deleteV3DocumentsBulk'>
export type RetrySelection = NonNullable<Body<'postV3DocumentsRetry'>>
export type RetryReceipt = ResponseOf<'postV3DocumentsRetry'>
export type ReprocessSelection = NonNullable<Body<'postV3DocumentsReprocess'>>
export type ReprocessReceipt = ResponseOf<'postV3DocumentsReprocess'>

// Conversations
export type NewConversation = Body<'postV4Conversations'>
export type ConversationMessage = NewConversation['messages'][number]
export type ConversationReceipt = ResponseOf<'postV4Conversations'>

// Memories
export type NewMemories = Body<'postV4Memories'>
export type WrittenMemories = ResponseOf<'postV4Memories'>
export type Memory = ResponseOf<'getV4MemoriesById'>
export type MemoryChanges = Body<'patchV4Memories'>
export type MemoryVersion = ResponseOf<'patchV4Memories'>
export type MemoryQuery = Omit<Body<'postV4MemoriesList'>, 'page'>
export type MemoryListItem = ResponseOf<'postV4MemoriesList'>['memoryEntries'][number]
export type MemoryTarget = Body<'deleteV4Memories'>
export type ForgottenMemory = ResponseOf<'deleteV4Memories'>
export type ForgetQuery = Body<'postV4MemoriesForgetMatching'>
export type ForgottenMemories = ResponseOf<'postV4MemoriesForgetMatching'>
export type UndoneDecision = ResponseOf<'postV4MemoriesByIdUndo'>

// Search
export type SearchQuery = Body<'postV3Search'>
export type SearchResults = ResponseOf<'postV3Search'>
export type HitQuery = Omit<Body<'postV4Search'>, 'searchMode'>
export type SearchHit = ResponseOf<'postV4Search'>['results'][number]
export type MemoryHit = Extract<SearchHit, { memory: string }>
export type ChunkHit = Extract<SearchHit, { chunk: string }>
export type HitResults<Hit extends SearchHit = SearchHit> = Omit<ResponseOf<'postV4Search'>, 'results'> & {
  results: Hit[]
}

// Profile
export type ProfileQuery = Body<'postV4Profile'>
export type Profile = ResponseOf<'postV4Profile'>
export type ProfileBuckets = ResponseOf<'postV4ProfileBuckets'>['buckets']

// Container tags
export type ContainerTag = ResponseOf<'getV3ContainerTagsByTag'>
export type ContainerTagChanges = Body<'patchV3ContainerTagsByTag'>
export type DeletedContainerTag = ResponseOf<'deleteV3ContainerTagsByTag'>
export type NewMerge = Body<'postV3ContainerTagsMerge'>
export type MergeReceipt = ResponseOf<'postV3ContainerTagsMerge'>
export type Merge = ResponseOf<'getV3ContainerTagsMergeById'>

// Keys, settings, session
export type NewScopedKey = Body<'postV3AuthScopedKey'>
export type ScopedKey = ResponseOf<'postV3AuthScopedKey'>
export type Key = ResponseOf<'getV3AuthKeys'>['keys'][number]
export type SettingValues = ResponseOf<'getV3Settings'>
export type SettingChanges = Body<'patchV3Settings'>
export type NewKey = Body<'postV3AuthKeys'>
export type CreatedKey = ResponseOf<'postV3AuthKeys'>
export type Session = ResponseOf<'getV3Session'>

// Connections
export type Connector = ResponseOf<'getV3ConnectionsProviders'>['providers'][number]
export type Connection = ResponseOf<'getV3ConnectionsById'>
export type NewConnection = NonNullable<Body<'postV3ConnectionsById'>>
export type StartedConnection = ResponseOf<'postV3ConnectionsById'>
export type ConnectionChanges = Body<'patchV3ConnectionsById'>
export type ConnectionSelection = NonNullable<Body<'postV3ConnectionsList'>>
export type ConnectionResources = ResponseOf<'getV3ConnectionsByIdResources'>
export type ResourceQuery = NonNullable<operations['getV3ConnectionsByIdResources']['parameters']['query']>
export type ChosenResources = Body<'postV3ConnectionsByIdConfigure'>['resources']
export type SyncRun = ResponseOf<'getV3ConnectionsByIdSyncRuns'>[number]
export type SyncRunQuery = NonNullable<operations['getV3ConnectionsByIdSyncRuns']['parameters']['query']>
export type SyncFailurePage = ResponseOf<'getV3ConnectionsByIdFailures'>
export type SyncFailureQuery = NonNullable<operations['getV3ConnectionsByIdFailures']['parameters']['query']>
export type TestedConnection = ResponseOf<'postV3ConnectionsByIdTest'>

// Webhooks
export type NewWebhook = Body<'postV3Webhooks'>
export type CreatedWebhook = ResponseOf<'postV3Webhooks'>
export type Webhook = ResponseOf<'getV3WebhooksById'>
export type WebhookEvent = Webhook['events'][number]
export type WebhookChanges = Body<'patchV3WebhooksById'>
export type SecretRotation = Body<'postV3WebhooksByIdRotateSecret'>
export type RotatedSecret = ResponseOf<'postV3WebhooksByIdRotateSecret'>
export type DeliveryQuery = NonNullable<operations['getV3WebhooksByIdDeliveries']['parameters']['query']>
export type DeliveryPage = ResponseOf<'getV3WebhooksByIdDeliveries'>
export type Delivery = DeliveryPage['deliveries'][number]
export type ReplaySelection = Body<'postV3WebhooksByIdReplay'>
export type ReplayReceipt = ResponseOf<'postV3WebhooksByIdReplay'>

// People
export type Member = ResponseOf<'getV3Members'>['members'][number]
export type Role = Member['role']
export type NewInvitation = Body<'postV3Invitations'>
export type CreatedInvitation = ResponseOf<'postV3Invitations'>
export type Invitation = ResponseOf<'getV3Invitations'>['invitations'][number]
export type AuditQuery = NonNullable<operations['getV3Audit']['parameters']['query']>
export type AuditPage = ResponseOf<'getV3Audit'>
export type AuditEntry = AuditPage['entries'][number]
export type AppRequest = operations['getV3AuthKey']['parameters']['query']
export type ConnectedApp = ResponseOf<'getV3AuthKey'>
export type AppGrant = ResponseOf<'getV3OauthGrants'>['grants'][number]
export type AppClient = ResponseOf<'getV3OauthClientsById'>
export type AppConsent = Body<'postV3OauthConsent'>
export type AppDecision = ResponseOf<'postV3OauthConsent'>
export type NewAppClient = Body<'postV3OauthClients'>
export type MadeAppClient = ResponseOf<'postV3OauthClients'>
export type AnalyticsQuery = NonNullable<operations['getV3AnalyticsUsage']['parameters']['query']>
export type UsageReport = ResponseOf<'getV3AnalyticsUsage'>
export type ErrorReport = ResponseOf<'getV3AnalyticsErrors'>
export type RequestLogQuery = NonNullable<operations['getV3AnalyticsRequests']['parameters']['query']>
export type RequestLogPage = ResponseOf<'getV3AnalyticsRequests'>
export type LatencyQuery = NonNullable<operations['getV3AnalyticsLatency']['parameters']['query']>
export type LatencyReport = ResponseOf<'getV3AnalyticsLatency'>
export type SpendingQuery = NonNullable<operations['getV3AnalyticsSpending']['parameters']['query']>
export type SpendingReport = ResponseOf<'getV3AnalyticsSpending'>
export type GoldenQuestion = ResponseOf<'getV3GoldenQuestions'>['questions'][number]
export type NewGoldenQuestion = Body<'postV3GoldenQuestions'>
export type SetComparison = ResponseOf<'getV3GoldenQuestionsComparison'>
export type NewExport = Body<'postV3Exports'>
export type NewImport = Body<'postV3Imports'>
export type ArchiveJob = ResponseOf<'getV3ExportsById'>
export type ImportParts = ResponseOf<'postV3ImportsByIdParts'>
export type Overview = ResponseOf<'getV3Overview'>
export type DocumentEvent =
  operations['getV3DocumentsByIdEvents']['responses'][200]['content']['text/event-stream']
