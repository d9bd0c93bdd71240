import type { Role } from '../roles.ts'
import type { User } from '../settings/user.ts'
import type { ApprovalStep } from '../trade.ts'
import type { PasswordFault } from './password-policy.ts'

/** The signed-in person and what the server lets them do; `Rules` are the packed rules of the ability. */
export interface Me<Rules> {
  user: Pick<User, 'id' | 'name' | 'loginId' | 'userType' | 'employeeId' | 'customerId' | 'mustChangePassword'> & {
    roles: Role[]
  }
  /** Why the password was refused at sign-in, where it must be changed for that. */
  passwordFault: PasswordFault | null
  rules: Rules
  /** Queues in which a task waits for the person as head of an SBU, though their roles do not open them. */
  askedAsHead: ApprovalStep[]
  /** Set while an administrator views the portal as this user: the name of the administrator, and until when. */
  viewing: { by: string; until: string } | null
  /** Minutes without a touch after which the browser signs out. */
  idleMinutes: number
  /** The largest file that can be sent. */
  uploadMaxMb: number
  /** The largest file of an import, and the most rows in it. */
  importMaxMb: number
  importMaxRows: number
  demo: boolean
  /** Whether the built-in simulator answers for SAP. */
  isSapSimulated: boolean
}
