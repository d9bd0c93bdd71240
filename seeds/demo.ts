import type { Author } from '../api/derive/save/write.ts'
import { dayOf } from '../resources/define/dates.ts'
import { appSetting } from '../resources/settings/app-setting.ts'
import { sowAccounts, sowOrderTypesOfDepartments } from './accounts.ts'
import { sowCities } from './cities.ts'
import { sowClusters } from './clusters.ts'
import { sowAnnexures, sowContracts } from './contracts.ts'
import { sowCustomers } from './customers.ts'
import { sowDistributors } from './distributors.ts'
import { sowFreight } from './freight.ts'
import { sowLimits } from './limits.ts'
import { sowOrderControl } from './order-control.ts'
import { nameHeads, sowOrganisation } from './organisation.ts'
import { sowOutstanding, sowPaymentCustomers } from './outstanding.ts'
import { sowEmployees, sowLogins, sowRoles, sowSbusOfEmployees } from './people.ts'
import { sowPriceRules } from './price-rules.ts'
import { sowAgreedPrices, sowProducts } from './prices.ts'
import { sowProductGroups } from './product-groups.ts'
import { sowServiceCentre } from './service-centre.ts'
import { sowShipTos } from './ship-tos.ts'
import { sowPlants, sowSites } from './sites.ts'
import { sowDeliveryDays, sowSourcing, sowStock } from './sourcing.ts'
import type { Sower } from './sow.ts'
import { sowSupplyMaps } from './supply-maps.ts'
import { sowTracking } from './tracking.ts'
import { sowTransporters } from './transporters.ts'

/** The password of every user of the demo company. */
export const DEMO_PASSWORD = 'Demo@12345'

/** Meridian Laboratories, an invented company: its organisation, people, sites, customers, products and prices. */
export async function sowDemo(
  sower: Sower,
  author: Author,
  hashes: ReadonlyMap<string, string>,
  at: string,
): Promise<void> {
  await sower.amend(appSetting, { 'company.name': { value: 'Meridian Laboratories' } })
  await sowOrganisation(sower)
  await sowCities(sower)
  await sowEmployees(sower)
  await nameHeads(sower)
  await sowClusters(sower)
  await sowPlants(sower)
  await sowSites(sower)
  await sowTransporters(sower)
  await sowCustomers(sower)
  await sowShipTos(sower)
  await sowLogins(sower, hashes, at)
  await sowRoles(sower)
  await sowSbusOfEmployees(sower)
  await sowAccounts(sower)
  await sowOrderTypesOfDepartments(sower)
  await sowProductGroups(sower)
  await sowProducts(sower)
  await sowAgreedPrices(sower)
  await sowPriceRules(sower, author)
  await sowFreight(sower)
  await sowSourcing(sower)
  await sowSupplyMaps(sower)
  await sowDistributors(sower)
  await sowDeliveryDays(sower)
  await sowStock(sower, at)
  await sowLimits(sower, author)
  await sowContracts(sower)
  await sowAnnexures(sower)
  await sowOutstanding(sower, dayOf(at))
  await sowPaymentCustomers(sower)
  await sowServiceCentre(sower)
  await sowOrderControl(sower)
  await sowTracking(sower)
}
