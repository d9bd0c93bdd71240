import type { RowValues } from '../../../resources/define/row-values.ts'
import { OWN_PASSWORD } from '../password.ts'
import type { Answer, ApiClient, TestPortal } from '../portal.ts'

/** What is asked of a colleague, with a name and an address of their own. */
export const colleague = (companyRoles: readonly string[], more: RowValues = {}): RowValues => {
  const word = Math.random().toString(36).slice(2, 8)
  return {
    name: `Colleague ${word}`,
    email: `${word}@buyer.example`,
    mobile: null,
    companyRoles,
    orderLimit: null,
    approvalLimit: null,
    shipToIds: [],
    ...more,
  }
}

export const invite = (head: ApiClient, companyRoles: readonly string[], more: RowValues = {}): Promise<Answer> =>
  head.post('/api/company-people', colleague(companyRoles, more))

/** Sets a password by the link of an invitation. */
export const setPassword = ({ nobody }: TestPortal, path: string, newPassword = OWN_PASSWORD): Promise<Answer> =>
  nobody.post('/api/new-password', { token: path.split('#')[1], newPassword })

/** Invites a colleague, who sets a password and signs in. */
export async function signedInColleague(
  portal: TestPortal,
  head: ApiClient,
  companyRoles: readonly string[],
  more: RowValues = {},
): Promise<ApiClient & { userId: number; loginId: string }> {
  const { status, body } = await invite(head, companyRoles, more)
  if (status !== 201) throw new Error(JSON.stringify(body))
  const set = await setPassword(portal, body.path)
  if (set.status !== 201) throw new Error(JSON.stringify(set.body))
  return { ...(await portal.as(body.loginId, OWN_PASSWORD)), userId: body.userId, loginId: body.loginId }
}
