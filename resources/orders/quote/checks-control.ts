import { mulDiv, sum } from '../../define/amounts.ts'
import { dayText, quantityText } from '../../define/show.ts'
import { rowUsed } from '../trace.ts'
import { type Check, type CheckFacts, type CheckLine, finding, openLines } from './check-facts.ts'
import type { NonAvailable, Petroleum, RuleOrderBlock } from './control-rows.ts'
import type { EudBlockFacts } from './eud.ts'

/** The rows that block or warn customers in an SBU; without an SBU, those that count for every one. */
export const blocksFor = (rows: readonly RuleOrderBlock[], customerIds: readonly number[], sbuId: number | null) =>
  rows.filter(row => customerIds.includes(row.customerId) && (row.sbuId === null || row.sbuId === sbuId))

/** The sentence of a block; the inner remark is for employees. */
export function blockSentence(row: RuleOrderBlock, who: string, forEmployee: boolean) {
  const remarks = forEmployee ? ` (${row.remarks})` : ''
  if (row.blockMode === 'WARN') return `${who}: ${row.reason}${remarks}`
  const until = row.validTo.startsWith('9999') ? '' : ` until ${dayText(row.validTo)}`
  return `${who} may not place orders${until}: ${row.reason}${remarks}. Ask the credit desk to lift the block`
}

function customerBlocks({ customer, soldTo, order, orderBlocks, placedByEmployee }: CheckFacts) {
  return blocksFor(orderBlocks, [customer.id, soldTo.id], order.sbuId).map(row => {
    const buyer = row.customerId === customer.id ? customer : soldTo
    const message = blockSentence(row, `Customer ${buyer.code} ${buyer.name}`, placedByEmployee)
    const used = rowUsed('block-customer-order-creation', row, ['customerId', 'sbuId', 'blockMode', 'remarks'])
    const blockFinding = { ...finding('CUSTOMER_BLOCKED', 'customerId', message), row: used }
    return row.blockMode === 'WARN' ? { ...blockFinding, warns: true as const } : blockFinding
  })
}

/** The row that counts for a line: one of its plant is preferred to one for every plant. */
const shortageOf = (rows: readonly NonAvailable[], { product, plantId }: CheckLine) =>
  rows
    .filter(row => row.productId === product.id && (row.plantId === null || row.plantId === plantId))
    .sort((a, b) => Number(a.plantId === null) - Number(b.plantId === null))[0]

function available(facts: CheckFacts) {
  return openLines(facts).flatMap(({ line, at, what }) => {
    const row = shortageOf(facts.nonAvailable, line)
    if (!row) return []
    const { substitute, expectedAvailableOn, action } = row
    const expected = expectedAvailableOn ? ` It is expected on ${dayText(expectedAvailableOn)}.` : ''
    const instead = substitute ? ` Order ${substitute.code} ${substitute.name} instead.` : ''
    const message = `${what} is not available: ${row.message.replace(/\.$/, '')}.${expected}${instead}`
    const used = rowUsed('perennial-non-available-items', row, ['productId', 'plantId', 'action', 'message'])
    const shortageFinding = {
      ...finding('ITEM_NOT_AVAILABLE', `${at}.productId`, message),
      row: used,
      ...(substitute && { substitute }),
    }
    return [action === 'WARN' ? { ...shortageFinding, warns: true as const } : shortageFinding]
  })
}

/** The litres of a line, in thousandths: rounded to the tenths of a licence, a few too many would pass. */
const litresOf = (qty: number, { litrePerUom }: Petroleum) => mulDiv(qty, litrePerUom, 1000)
const litresText = (thousandths: number) => `${quantityText(thousandths)} litres`
/** Licences and free quantities are in tenths of a litre. */
const ofTenths = (litres: number) => litres * 100

/** More petroleum of a class than is free needs a licence of the ship-to that covers class, quantity and day. */
function petroleumLicence(facts: CheckFacts) {
  const burning = openLines(facts).flatMap(({ line, at, what }) => {
    const petroleum = facts.petroleum.get(line.product.id)
    return petroleum ? [{ at, what, petroleum, litres: litresOf(line.qty, petroleum) }] : []
  })
  const byClass = Map.groupBy(burning, ({ petroleum }) => petroleum.petroleumClass)
  return burning.flatMap(({ at, what, petroleum }) => {
    const { petroleumClass, licenceFreeLitres } = petroleum
    const litres = sum(byClass.get(petroleumClass)!.map(line => line.litres))
    if (litres <= ofTenths(licenceFreeLitres)) return []
    const missing = licenceProblem(facts, petroleumClass, litres)
    if (!missing) return []
    const message = `${what} is petroleum of class ${petroleumClass}, of which the order has ${litresText(litres)} and ${litresText(ofTenths(licenceFreeLitres))} are free: ${missing}`
    const row = rowUsed('peso-products', petroleum, ['productId', 'petroleumClass', 'litrePerUom', 'licenceFreeLitres'])
    return [{ ...finding('PESO_LICENCE_REQUIRED', `${at}.productId`, message), row }]
  })
}

function licenceProblem({ shipTo, order }: CheckFacts, letter: string, litres: number) {
  const { code, pesoLicenceNo, pesoClass, pesoCapacityLitres, pesoValidTo } = shipTo
  const day = order.requestedDeliveryDate
  if (!pesoLicenceNo || !pesoValidTo) return `ship-to ${code} has no PESO licence; order less, or have one entered`
  if (pesoValidTo < day)
    return `the PESO licence of ship-to ${code} ends on ${dayText(pesoValidTo)}: it must be renewed`
  if (!pesoClass?.includes(letter))
    return `the PESO licence of ship-to ${code} is for class ${pesoClass ?? 'none'} only`
  const capacity = ofTenths(pesoCapacityLitres ?? 0)
  if (litres > capacity) return `the PESO licence of ship-to ${code} is for ${litresText(capacity)}; order less`
  return undefined
}

const stopReasons: Record<EudBlockFacts['reason'], string> = {
  EXPIRED: 'the last document ended',
  REVOKED: 'the document was revoked',
  QTY_EXCEEDED: 'more was bought than the document permits',
  MISUSE_SUSPECTED: 'its use is under investigation',
  AUTHORITY_ORDER: 'an authority ordered it',
}

/** Controlled goods need the end-user documents and no block. */
const endUserDocuments = (facts: CheckFacts) =>
  openLines(facts).flatMap(({ line: { eud }, at, what }) => {
    const missing = eud.needs.flatMap(need =>
      need.missing === null
        ? []
        : [
            {
              ...finding('EUD_MISSING', `${at}.eudDocumentId`, `${what} ${need.missing}: upload it`),
              row: need.rule,
            },
          ],
    )
    if (!eud.stop) return missing
    const { id, blockNo, reason, status } = eud.stop
    const then = status === 'RELEASE_REQUESTED' ? 'Its release has already been requested' : 'Request release'
    const message = `${what} may not be sold to customer ${facts.customer.code}, for ${stopReasons[reason]} (block ${blockNo}). ${then}`
    const row = rowUsed('eud-block', eud.stop, ['blockNo', 'customerId', 'productId', 'reason', 'status'])
    return [{ ...finding('EUD_BLOCKED', `${at}.productId`, message), block: { id, blockNo }, row }, ...missing]
  })

/** The rules of the order control masters. */
export const controlChecks: readonly Check[] = [
  { rule: 'V2', title: 'The customer is not blocked', find: customerBlocks },
  { rule: 'V6', title: 'The product can be supplied', find: available },
  { rule: 'V9', title: 'The end user has given the documents', find: endUserDocuments },
  { rule: 'V10', title: 'The ship-to may take petroleum', find: petroleumLicence },
]
