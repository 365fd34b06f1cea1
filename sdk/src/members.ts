import { type Api, answerOf, type CallOptions } from './call.ts'
import type * as Types from './types.ts'

const named = (id: string) => ({ params: { path: { id } } })

/** The people of the organization, who sign in to the console. */
export class Members {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  async list(options: CallOptions = {}): Promise<Types.Member[]> {
    return answerOf(await this.#api.GET('/v3/members', options)).members
  }

  async changeRole(id: string, role: Types.Role, options: CallOptions = {}): Promise<void> {
    answerOf(await this.#api.PATCH('/v3/members/{id}', { ...named(id), body: { role }, ...options }))
  }

  /** Removes a person from the organization. What they added stays. */
  async remove(id: string, options: CallOptions = {}): Promise<void> {
    answerOf(await this.#api.DELETE('/v3/members/{id}', { ...named(id), ...options }))
  }

  /** Creates a link that makes whoever opens it a member. Only this call returns it. */
  async invite(
    invitation: Types.NewInvitation = {},
    options: CallOptions = {},
  ): Promise<Types.CreatedInvitation> {
    return answerOf(await this.#api.POST('/v3/invitations', { body: invitation, ...options }))
  }

  /** Lists invitations that can still be accepted. */
  async invitations(options: CallOptions = {}): Promise<Types.Invitation[]> {
    return answerOf(await this.#api.GET('/v3/invitations', options)).invitations
  }

  async revokeInvitation(id: string, options: CallOptions = {}): Promise<void> {
    answerOf(await this.#api.DELETE('/v3/invitations/{id}', { ...named(id), ...options }))
  }
}
