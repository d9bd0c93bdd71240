import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { sapDate, toSapAmount, toSapQuantity } from '../../sap/http/odata.ts'
import { confirmedItem } from '../sap/schedules.ts'
import type { SapRecord, SimulatorStore } from '../sap/store.ts'
import { type BillingWishes, bill } from './billing.ts'
import { callOff } from './call-offs.ts'
import { deliver, deliveriesOf, issueGoods } from './deliveries.ts'
import type { DeliveryWishes } from './delivery-rows.ts'
import { addMemo, cancelBilling } from './memos.ts'
import { payInvoice, resetClearing } from './payments.ts'

/** The customer and products that the demo company does not have, on which everything odd stands. */
const soldTo = '0000100901'
const shipTo = '0000200901'
const [first, second] = ['LS-9107', 'LS-9101'] as const
const contract = '40009901'
/** A buyer who has no sales area, and one of another company. */
const unknownBuyer = '0000100903'
const ofOthers = '0000100990'
/** So many bills the buyer without a sales area has. */
const MANY = 40

/**
 * Adds a document of each odd kind, all of orders that somebody made in SAP: collective, cancelled and
 * billed again, pro-forma, memos, without a number yet, in instalments, paid in part, with a rest, and with a payment
 * taken back; in dollars, of another company, and forty of a buyer who is not ours; deliveries without a lorry receipt, in two batches, with a kit and a substitute; a call-off.
 */
export function addOddDocuments(store: SimulatorStore, at: string) {
  store.entities.together(() => {
    const invoice = (wishes: BillingWishes = {}, delivery: DeliveryWishes = {}) => {
      const salesOrder = delivered(store, delivery, at)
      return bill(store, [salesOrder], wishes, at)[0]!
    }
    bill(store, [delivered(store, { withoutLr: true }, at), delivered(store, {}, at)], { collective: true }, at)
    cancelBilling(store, invoice({}, { splitBatches: true }), { rebill: true }, at)
    invoice({ proForma: true })
    invoice({ lateReference: true })
    invoice({ instalments: 3 }, { kit: [second] })
    const partly = invoice({}, { substitute: second })
    payInvoice(store, partly, { kind: 'partial' }, at)
    payInvoice(store, invoice(), { kind: 'residual' }, at)
    resetClearing(store, payInvoice(store, invoice(), { kind: 'full' }, at), at)
    for (const kind of ['credit', 'returns', 'debit', 'intercompany', 'intercompanyCredit'] as const)
      addMemo(store, partly, kind, 10, at)
    const sold = (more: SapRecord) => bill(store, [delivered(store, {}, at, more)], {}, at)
    sold({ TransactionCurrency: 'USD' })
    sold({ SalesOrganization: '9000', SoldToParty: ofOthers, to_Partner: { results: [] } })
    for (let no = 0; no < MANY; no++) sold({ SoldToParty: unknownBuyer, to_Partner: { results: [] } })
    if (store.entities.find('A_SalesContract', [contract])) callOff(store, contract, 20, 5_000, at)
  })
}

/** An order of two items that somebody made in SAP, delivered and gone; its number. */
function delivered(store: SimulatorStore, wishes: DeliveryWishes, at: string, more: SapRecord = {}): string {
  const day = sapDate(addDays(dayOf(at), 7))
  const body = {
    SalesOrderType: 'OR',
    SalesOrganization: '1000',
    DistributionChannel: '10',
    OrganizationDivision: '10',
    SoldToParty: soldTo,
    RequestedDeliveryDate: day,
    TransactionCurrency: 'INR',
    CustomerPaymentTerms: 'N030',
    PurchaseOrderByCustomer: 'Made in SAP',
    to_Partner: { results: [{ PartnerFunction: 'SH', Customer: shipTo }] },
    ...more,
  }
  const items = [first, second].map((material, index) => orderedItem(material, (index + 1) * 10, day))
  const salesOrder = store.addOrder('', body, items, at)
  deliver(store, salesOrder, wishes, at)
  for (const { DeliveryDocument } of deliveriesOf(store, salesOrder)) issueGoods(store, String(DeliveryDocument), at)
  return salesOrder
}

const orderedItem = (Material: string, no: number, day: string) =>
  confirmedItem(
    {
      SalesOrderItem: `${no}`.padStart(6, '0'),
      Material,
      RequestedQuantity: toSapQuantity(10_000),
      RequestedQuantityUnit: 'EA',
      ProductionPlant: '1201',
      to_PricingElement: {
        results: [
          {
            ConditionType: 'PR00',
            ConditionRateValue: toSapAmount(118_00),
            ConditionQuantity: '1',
            ConditionCurrency: 'INR',
          },
        ],
      },
    },
    day,
  )
