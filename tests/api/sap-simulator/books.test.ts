import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromSapAmount, fromSapQuantity } from '../../../api/sap/http/odata.ts'
import { postSalesOrder } from '../../../api/simulators/sap/orders.ts'
import { type SimulatorStore, simulatorStore } from '../../../api/simulators/sap/store.ts'
import { tryCommand } from '../../../api/simulators/sap-documents/answer-command.ts'
import type { SimulatedCommand } from '../../../resources/platform/simulated-sap.ts'
import { runs } from '../../support/proof.ts'
import { salesOrderItemOf, salesOrderOf } from '../../support/sap/simulated-sap.ts'

const at = '2026-11-20T06:30:00.000Z'
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
const all = ({ entities }: SimulatorStore, set: string) => entities.page(set, { top: 1000 }).rows

/** What somebody does next, naming documents by how many there are. */
const step = fc.record({
  what: fc.constantFrom(
    'deliver',
    'issue-goods',
    'bill',
    'collective',
    'cancel',
    'rebill',
    'credit',
    'pay',
    'part',
    'rest',
    'reset',
  ),
  which: fc.nat(5),
})

function take(store: SimulatorStore, { what, which }: { what: string; which: number }) {
  const order = `${5_000_000_001 + (which % 2)}`
  const billing = all(store, 'A_BillingDocument')
  const billingDocument = String(billing[which % Math.max(billing.length, 1)]?.BillingDocument ?? '9999999999')
  const cleared = all(store, 'A_OperationalAcctgDocItemCube').map(row => String(row.ClearingAccountingDocument ?? ''))
  const clearingDocument = cleared.filter(Boolean)[which] ?? '9999999999'
  const commands: Record<string, SimulatedCommand> = {
    deliver: { command: 'deliver', salesOrder: order, splitBatches: which > 2 },
    'issue-goods': { command: 'issue-goods', salesOrder: order },
    bill: { command: 'bill', salesOrders: [order], instalments: 1 + (which % 3) },
    collective: { command: 'bill', salesOrders: ['5000000001', '5000000002'], collective: true },
    cancel: { command: 'cancel-billing', billingDocument },
    rebill: { command: 'cancel-billing', billingDocument, rebill: true },
    credit: { command: 'memo', billingDocument, kind: 'credit', percent: 7 },
    pay: { command: 'pay', billingDocument },
    part: { command: 'pay', billingDocument, kind: 'partial', amount: '1.01' },
    rest: { command: 'pay', billingDocument, kind: 'residual', amount: '1.01' },
    reset: { command: 'reset-clearing', clearingDocument },
  }
  tryCommand(store, commands[what]!, at)
}

describe('the books of the simulated SAP, whatever somebody does with its documents', () => {
  it('never deliver more than was confirmed nor bill more than left, and every invoice is posted at its amount', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), steps => {
        const store = simulatorStore(':memory:')
        const items = [salesOrderItemOf(10), salesOrderItemOf(20, { RequestedQuantity: '3.500', Material: 'AR-1002' })]
        for (const orderNo of ['A', 'B'])
          postSalesOrder(store, salesOrderOf(orderNo, { to_Item: { results: items } }), at)
        for (const one of steps) take(store, one)
        for (const line of all(store, 'A_SalesOrderScheduleLine'))
          expect(fromSapQuantity(line.DeliveredQtyInOrderQtyUnit)).toBeLessThanOrEqual(
            fromSapQuantity(line.ConfdOrderQtyByMatlAvailCheck),
          )
        const documents = all(store, 'A_BillingDocument')
        const valid = new Set(
          documents
            .filter(row => row.SDDocumentCategory === 'M' && !row.BillingDocumentIsCancelled)
            .map(row => row.BillingDocument),
        )
        const billedItems = all(store, 'A_BillingDocumentItem').filter(row => valid.has(row.BillingDocument))
        for (const item of all(store, 'A_OutbDeliveryItem')) {
          const ofIt = billedItems.filter(
            row =>
              row.ReferenceSDDocument === item.DeliveryDocument &&
              row.ReferenceSDDocumentItem === item.DeliveryDocumentItem,
          )
          expect(ofIt.length).toBeLessThanOrEqual(1)
        }
        const postings = all(store, 'A_OperationalAcctgDocItemCube')
        const amount = (row: Record<string, unknown>) => fromSapAmount(row.AmountInCompanyCodeCurrency)
        for (const items of Map.groupBy(postings, row => row.AccountingDocument).values())
          expect(sum(items.map(amount))).toBe(0)
        for (const document of documents) {
          const own = postings.filter(row => row.AccountingDocument === document.AccountingDocument)
          expect(sum(own.map(amount))).toBe(0)
          const debtor = own.filter(row => row.FinancialAccountType === 'D')
          expect(Math.abs(sum(debtor.map(amount)))).toBe(fromSapAmount(document.TotalGrossAmount))
          const open = debtor.filter(row => !row.ClearingAccountingDocument)
          const residual = postings.filter(
            row => row.BillingDocument === document.BillingDocument && !row.ClearingAccountingDocument,
          )
          expect(document.InvoiceClearingStatus).toBe(open.length + residual.length > 0 ? 'A' : 'C')
        }
        store.close()
      }),
      { numRuns: runs(40, 400) },
    )
  })
})
