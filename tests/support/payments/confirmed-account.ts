import type { ApiClient, TestPortal } from '../portal.ts'

/** A payment account that this person enters and the IT administrator confirms; returns the status of the entry. */
export async function enterAccount(portal: TestPortal, who: ApiClient, account: object): Promise<number> {
  const path = '/api/settings/payment-account'
  const { status, body } = await who.post(path, account)
  const rows = [{ id: body.id, rowVersion: body.rowVersion }]
  const confirmed = await (await portal.as('sys_admin')).post(`${path}/actions`, { action: 'confirm', rows })
  if (confirmed.status !== 201) throw new Error(`The account was not confirmed: ${JSON.stringify(confirmed.body)}`)
  return status
}
