import { sourceLine } from '../quote/source.ts'
import { type SourceBook, type SourceRows, sourceBook } from '../quote/sourcing-rules.ts'
import type { RuleProduct } from '../rows.ts'
import type { FoundRuleGap } from '../rule-gap.ts'
import { fixMissingPrice, fixMissingSource } from './fix-rule-gap.ts'

/** Where the products of an SBU are sold: its channels by id, each with the states of their delivery addresses. */
type Market = ReadonlyMap<number, ReadonlyMap<number, ReadonlySet<number>>>

export interface ProductMasters {
  today: string
  market: Market
  channels: ReadonlyMap<number, { code: string }>
  states: ReadonlyMap<number, { name: string }>
  sbus: ReadonlyMap<number, { code: string }>
  /** The sourcing rows that do not depend on the product: plants, CnFs, the maps of SBUs. */
  sources: Omit<SourceRows, OwnRows | 'petroleum'>
}

type OwnRows = 'productTollCenters' | 'customerProductCnfs' | 'channelProductCnfs' | 'cnfProducts' | 'exclusions'

/** Some products, with the rows of the masters that are about them only. */
export interface ProductPage extends Pick<SourceRows, OwnRows | 'petroleum'> {
  products: readonly (Pick<RuleProduct, 'id' | 'code' | 'name' | 'sbuId' | 'isDrug'> & { uom: string })[]
  /** The pairs `product/channel` that have a price today. */
  priced: ReadonlySet<string>
}

/**
 * Returns a function that finds, for each product of a page, whether a price or a plant is missing. Products with the
 * same mappings have the same source, so each combination is sourced once for all pages.
 */
export function productGaps(masters: ProductMasters) {
  const unsupplied = new Map<string, readonly number[]>()
  return (page: ProductPage) => {
    const book = sourceBook({ ...masters.sources, ...page })
    const mappings = mappingsOf(page)
    return (product: NamedProduct): FoundRuleGap[] => {
      const kind = `${product.sbuId}/${product.isDrug}/${page.petroleum.has(product.id)}/${mappings(product.id)}`
      const channels = masters.market.get(product.sbuId) ?? new Map<number, ReadonlySet<number>>()
      return [...channels].flatMap(([channelId, states]) => {
        const key = `${channelId}/${kind}`
        const missing = unsupplied.get(key) ?? unsuppliedStates(masters, book, product, channelId, states)
        unsupplied.set(key, missing)
        return [...priceGap(masters, page, product, channelId), ...sourceGap(masters, product, channelId, missing)]
      })
    }
  }
}

/** The mappings of each product as one text: products with the same text are sourced alike. */
function mappingsOf({ productTollCenters, channelProductCnfs, cnfProducts, exclusions }: ProductPage) {
  const texts = new Map<number, string>()
  const say = (productId: number, text: string) => texts.set(productId, `${texts.get(productId) ?? ''};${text}`)
  for (const row of productTollCenters) say(row.productId, `T${row.tollCenterId}`)
  for (const row of channelProductCnfs) say(row.productId, `C${row.channelId}/${row.stateId}/${row.cnfId}`)
  for (const row of cnfProducts) say(row.productId, `A${row.cnfId}/${row.priority}`)
  for (const row of exclusions) say(row.productId, `X${row.cnfId}`)
  return (productId: number) => texts.get(productId) ?? ''
}

type NamedProduct = ProductPage['products'][number]

function priceGap(
  { channels, sbus }: ProductMasters,
  page: ProductPage,
  product: NamedProduct,
  channelId: number,
): FoundRuleGap[] {
  if (page.priced.has(`${product.id}/${channelId}`)) return []
  const message = `${product.code} ${product.name} has no price in channel ${channels.get(channelId)!.code}, where SBU ${sbus.get(product.sbuId)!.code} is sold: enter one, or mark the product not orderable`
  const at = { sbuId: product.sbuId, channelId, productId: product.id }
  const mends = fixMissingPrice({ productId: product.id, channelId, uom: product.uom })
  return [{ kind: 'NO_PRICE', stopsOrders: true, ...at, message, mends }]
}

/** The states of a channel to which no plant may supply the product. A default plant supplies whatever the state. */
function unsuppliedStates(
  { today }: ProductMasters,
  book: SourceBook,
  product: NamedProduct,
  channelId: number,
  states: ReadonlySet<number>,
): readonly number[] {
  const isSupplied = (shipToStateId: number) =>
    sourceLine(
      book,
      { orderDate: today, sbuId: product.sbuId, channelId, soldToId: 0, shipToStateId },
      { product, qty: 1000, manualPlantId: null },
    ).plantId !== null
  return isSupplied(NOWHERE) ? [] : [...states].filter(state => !isSupplied(state))
}

function sourceGap(
  { channels, states: names }: ProductMasters,
  product: NamedProduct,
  channelId: number,
  missing: readonly number[],
): FoundRuleGap[] {
  if (missing.length === 0) return []
  const where = missing.map(state => names.get(state)?.name ?? state).sort()
  const shown = where.slice(0, MOST).join(', ') + (where.length > MOST ? ` and ${where.length - MOST} more` : '')
  const message = `No plant may supply ${product.code} ${product.name} in channel ${channels.get(channelId)!.code} to ${shown}: map a CnF, or give the SBU a default plant`
  const at = { sbuId: product.sbuId, channelId, productId: product.id }
  // A row without a state counts for all of them, and closes the gap at once.
  const mends = fixMissingSource({ ...at, stateId: missing.length === 1 ? missing[0]! : null })
  return [{ kind: 'NO_SOURCE', stopsOrders: true, ...at, message, mends }]
}

/** An id that no state has. */
const NOWHERE = 0
/** How many states are named. */
const MOST = 6
