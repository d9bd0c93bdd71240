import type { RawRule } from '@casl/ability'
import type { PackRule } from '@casl/ability/extra'
import type { Role } from '../../resources/roles.ts'
import type { ApprovalStep } from '../../resources/trade.ts'
import { api, isRefusal } from '../shell/api.ts'

/** The signed-in person, and what the server lets them do. */
export interface Me {
  user: {
    id: number
    name: string
    loginId: string
    userType: string
    roles: Role[]
    employeeId: number | null
    customerId: number | null
    mustChangePassword: boolean
  }
  rules: PackRule<RawRule>[]
  /** Queues in which something waits for him as head of an SBU, though his roles do not open them. */
  askedAsHead: ApprovalStep[]
  /** Set while an administrator looks at the portal as this user: who does, and until when. */
  viewing: { by: string; until: string } | null
  /** Minutes without a touch after which the browser signs out. */
  idleMinutes: number
  /** The most a file that is sent may hold. */
  uploadMaxMb: number
  demo: boolean
}

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
