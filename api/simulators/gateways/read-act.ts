import { type Fields, fromGatewayAmount, readFields } from '../../payments/gateways/fields.ts'
import type { Act } from './acts.ts'
import type { RefundWay, ReturnKind } from './returns.ts'

/** Reads an act from the fields of a form or the texts of a body; null where it is none. Amounts are in rupees. */
export function readAct(posted: Fields): Act | null {
  // What was chosen of a list stands in one field.
  const fields = { ...posted, ...readFields(posted.what ?? '') }
  const { act, orderNo = '', kind, way, code, refundNo = '', ends, word = '', currency, times = '1' } = fields
  const paise = fromGatewayAmount(fields.rupees ?? '')
  const amount = paise === null ? {} : { amount: paise }
  switch (act) {
    case 'say':
      return { act, orderNo, word, ...amount, ...(currency && { currency }) }
    case 'capture-again':
      return { act, orderNo, ...amount }
    case 'return':
      return { act, orderNo, kind: kind as ReturnKind, ...amount, tells: fields.tells === 'yes' }
    case 'next-refund':
      return { act, way: way as RefundWay, ...(code && { code }) }
    case 'end-refund':
      return { act, refundNo, ends: ends === 'FAILED' ? 'FAILED' : 'SETTLED' }
    case 'too-often':
    case 'silent':
      return { act, times: Number(times) }
    default:
      return null
  }
}
