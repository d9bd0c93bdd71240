import { dispatches } from '../../access.ts'
import { flag, quantity, reference } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { lr } from '../lr.ts'
import { lrLineItem } from '../lr-line-item.ts'
import { withinLrs } from '../scopes.ts'
import { pod } from './pod.ts'

/** What a proof of delivery says of goods on its LR, in the unit of the goods. It repeats the LR, which scopes need. */
export const podLine = record({
  path: 'pod-lines',
  name: 'pod-line',
  title: 'Goods on Proofs of Delivery',
  purpose: 'The goods that arrived, were short or damaged.',
  fields: {
    podId: reference(pod, { label: 'Proof of delivery' }),
    lrId: reference(lr),
    lrLineItemId: reference(lrLineItem, { label: 'Goods' }),
    receivedQty: quantity({ label: 'Received' }),
    shortQty: quantity({ default: 0, label: 'Short' }),
    damagedQty: quantity({ default: 0, label: 'Damaged' }),
    isEstimated: flag({ label: 'About', hint: 'Reckoned from packages' }),
  },
  key: ['podId', 'lrLineItemId'],
  display: ['podId', 'lrLineItemId'],
  list: ['podId', 'lrId', 'lrLineItemId', 'receivedQty', 'shortQty', 'damagedQty', 'isEstimated'],
  search: [],
  sort: ['-id'],
  indexes: [['lrId'], ['lrLineItemId']],
  access: dispatches,
  within: withinLrs,
})

export type PodLine = Row<typeof podLine>
