import { type LoginStatus, statuses } from '../../resources/access-control/login-status.ts'
import { tonesOf } from '../../resources/define/state-tones.ts'

/** The words for each login status. */
export const loginStatusText: Readonly<Record<LoginStatus, string>> = {
  NOT_CREATED: 'No login yet',
  INVITED: 'Invited, not used yet',
  ACTIVE: 'Active',
  DISABLED: 'Closed',
}

export const loginTones = tonesOf(statuses)
