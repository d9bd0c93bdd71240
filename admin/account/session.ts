import type { RawRule } from '@casl/ability'
import type { PackRule } from '@casl/ability/extra'
import type { Noun } from '../../resources/menu/nouns.ts'
import type { Me as Answer } from '../../resources/platform/commands/account.ts'
import { api, isRefusal } from '../shell/api.ts'

/** The signed-in person and their rights, as the server sends them; of those who buy with the nouns of their side bar. */
export type Me = Omit<Answer, 'rules'> & { rules: PackRule<RawRule>[]; nouns?: readonly Noun[] }

let currentSession: Promise<Me | undefined> | undefined

/**
 * The signed-in person, fetched once; undefined when nobody is signed in. Rejects with a `Refusal` when the server
 * cannot say.
 */
export function session(): Promise<Me | undefined> {
  currentSession ??= readSession().catch((error: unknown) => {
    currentSession = undefined
    throw error
  })
  return currentSession
}

async function readSession(): Promise<Me | undefined> {
  try {
    const { data } = await api.get<Me>('/me')
    if (data.user.customerId === null) return data
    return { ...data, nouns: (await import('../../resources/menu/buyer-nouns.ts')).buyerNouns }
  } catch (error) {
    if (isRefusal(error) && error.statusCode === 401) return undefined
    throw error
  }
}

/** Clears the cached session, so that the next page fetches it again. */
export function forgetSession() {
  currentSession = undefined
}

/** Signs in; rejects with the server's sentence when login ID and password do not match. */
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
