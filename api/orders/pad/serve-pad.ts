import * as pad from '../../../resources/orders/pad/commands.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import { learnMeaning } from './learned-codes.ts'
import { contextOf } from './order-context.ts'
import { customersToOrderFor } from './order-customers.ts'
import { productsOfRows } from './order-matches.ts'
import { frequentProducts, productsLike, productsNamed } from './order-products.ts'
import { linesOfSource, sourcesOf } from './order-sources.ts'
import { deleteList, savedLists, saveList } from './order-templates.ts'

/** What the order pad asks while an order is filled in. */
export const padCommands: readonly Bound[] = [
  bind(pad.findCustomers, ({ q }, { trx, person }) => customersToOrderFor(trx, person, q)),
  bind(pad.showContext, ({ customerId }, { trx, person }) => contextOf(trx, person, customerId)),
  bind(pad.findProducts, (asked, { trx, person }) => productsLike(trx, person, asked)),
  bind(pad.listProducts, (asked, { trx, person }) => productsNamed(trx, person, asked)),
  bind(pad.matchRows, (asked, { trx, person }) => productsOfRows(trx, person, asked)),
  bind(pad.learnCode, (asked, { trx, person, author }) => learnMeaning(trx, asked, person, author)),
  bind(pad.listFrequent, ({ customerId }, { trx, person }) => frequentProducts(trx, person, customerId)),
  bind(pad.listSources, ({ customerId }, { trx, person }) => sourcesOf(trx, person, customerId)),
  bind(pad.showSourceLines, (asked, { trx, person }) => linesOfSource(trx, person, asked)),
  bind(pad.listTemplates, ({ customerId }, { trx, person }) => savedLists(trx, person, customerId)),
  bind(pad.saveTemplate, (asked, { trx, person, author }) => saveList(trx, asked, person, author)),
  bind(pad.deleteTemplate, ({ id }, { trx, person }) => deleteList(trx, person, id)),
]
