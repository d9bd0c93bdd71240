import type { RawRule } from '@casl/ability'
import type { PackRule } from '@casl/ability/extra'
import type { Me as MeAnswer } from '../../resources/platform/me.ts'
import { api, isRefusal } from '../shell/api.ts'

/** The signed-in person, and what the server lets them do. */
export type Me = MeAnswer<PackRule<RawRule>[]>

let known: Promise<Me | undefined> | undefined

/** Who is signed in, asked of the server once; nobody is `undefined`. Rejects with a `Refusal` when the server cannot say. */
export function session(): Promise<Me | undefined> {
  known ??= api.get<Me>('/me').then(
    answer => answer.data,
    (error: unknown) => {
      if (isRefusal(error) && error.statusCode === 401) return undefined
      known = undefined
      throw error
    },
  )
  return known
}

/** Forgets who is signed in: the next page asks again. */
export function forgetSession() {
  known = undefined
}

/** Rejects with the server's sentence when login ID and password do not match. */
export async function signIn(loginId: string, password: string, code?: string): Promise<Me | undefined> {
  await api.post('/authentication', { strategy: 'local', loginId, password, ...(code && { code }) })
  forgetSession()
  return session()
}

export async function signOut() {
  try {
    await api.delete('/authentication')
  } finally {
    forgetSession()
  }
}
