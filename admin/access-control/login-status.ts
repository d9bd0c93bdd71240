import type { LoginStatus } from '../../resources/access-control/login-status.ts'

/** The words for each login status. */
export const loginStatusText: Readonly<Record<LoginStatus, string>> = {
  NOT_CREATED: 'No login yet',
  INVITED: 'Invited, not used yet',
  ACTIVE: 'Active',
  DISABLED: 'Closed',
}
