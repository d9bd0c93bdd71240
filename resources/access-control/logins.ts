import type { Transporter } from '../masters/transporter.ts'
import type { User } from '../settings/user.ts'
import type { LoginStatus } from './login-status.ts'

export type LoginStep = 'create' | 'renew' | 'close'

/** The login of a row, such as a customer or a transporter. */
export interface LoginOfRow {
  status: LoginStatus
  loginId: string | null
  lastLoginAt: string | null
  isLocked: boolean
}

/** A transporter with its login. */
export interface TransporterLogin
  extends Pick<Transporter, 'id' | 'code' | 'name' | 'email' | 'mobile'>,
    Omit<LoginOfRow, 'isLocked'> {}

/** A login that was created or changed: the path that sets its password, unless the person keeps the password they have. */
export interface Invitation {
  userId: number
  loginId: string
  email: string
  path: string | null
  /** How long the path holds. */
  hours: number
  isNew: boolean
}

/** An invitation and the row it was made for. */
export interface InvitationOfRow extends Invitation {
  id: number
  name: string
}

/** A login that wrong passwords have locked. */
export interface LockedLogin extends Pick<User, 'id' | 'loginId' | 'name' | 'userType' | 'failedCount'> {
  lockedAt: string
  lastIp: string | null
  mayUnlock: boolean
}
