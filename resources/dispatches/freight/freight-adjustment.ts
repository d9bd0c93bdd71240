import { cartingParts } from '../../access.ts'
import { date, money, reference } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { cartingCharge } from '../bills/carting-charge.ts'
import { lr } from '../lr.ts'
import { lrLine } from '../lr-line.ts'
import { sapDeliveryLine } from '../sap-delivery-line.ts'

/** A share of carting that was approved after the freight of an LR was final: it is added on its own day. */
export const freightAdjustment = record({
  path: 'freight-adjustments',
  name: 'freight-adjustment',
  title: 'Later Carting',
  purpose: 'Carting approved after the bill of an LR, shared over its goods.',
  fields: {
    cartingChargeId: reference(cartingCharge),
    lrId: reference(lr),
    lrLineId: reference(lrLine),
    deliveryLineId: reference(sapDeliveryLine, { optional: true, label: 'Goods' }),
    adjustedOn: date(),
    amount: money(),
  },
  key: [],
  display: ['cartingChargeId', 'lrLineId'],
  list: ['adjustedOn', 'lrId', 'lrLineId', 'deliveryLineId', 'amount', 'cartingChargeId'],
  totals: ['amount'],
  search: [],
  sort: ['-id'],
  indexes: [['lrId'], ['lrLineId'], ['deliveryLineId'], ['adjustedOn'], ['cartingChargeId']],
  access: cartingParts,
  within: { DISPATCH: { lrId: 'lrsInMyScope' } },
})

export type FreightAdjustment = Row<typeof freightAdjustment>
