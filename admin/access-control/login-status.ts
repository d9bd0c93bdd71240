/** The words for each login status. */
export const loginStatusText: Record<string, string> = {
  NOT_CREATED: 'No login yet',
  INVITED: 'Invited, not used yet',
  ACTIVE: 'Active',
  DISABLED: 'Closed',
}
