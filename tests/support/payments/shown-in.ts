import { listRequest, readState } from '../../../admin/derive/list/list-state.ts'
import { stringify } from '../../../admin/http/query-text.ts'
import { queryFrom } from '../../../admin/shell/query.ts'
import type { Worklist } from '../../../resources/define/process/worklist.ts'
import type { ApiClient } from '../portal.ts'

/** A payment, or what was taken for one. */
interface Shown {
  txnNo?: string
  texts?: { transactionId: string }
}

/** The numbers of the payments in a list, as its screen asks for them; `address` is what the reader filters by. */
export async function shownIn(list: Worklist, asker: ApiClient, address = ''): Promise<string[]> {
  const { filters, sorters } = listRequest(list, readState(list, new URLSearchParams(address)))
  const { body } = await asker.get(`/api/${list.path}?${stringify(queryFrom({ filters, sorters }))}`)
  return body.data.map(({ txnNo, texts }: Shown) => txnNo ?? texts?.transactionId)
}
