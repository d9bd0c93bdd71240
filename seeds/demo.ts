import type { Author } from '../api/derive/save/author.ts'
import { dayOf } from '../resources/define/dates.ts'
import { appSetting } from '../resources/settings/app-setting.ts'
import { writeAccounts, writeOrderTypesOfDepartments } from './accounts.ts'
import { writeCities } from './cities.ts'
import { writeClusters } from './clusters.ts'
import { writeAnnexures, writeContracts } from './contracts.ts'
import { writeCustomers } from './customers.ts'
import { writeDistributors } from './distributors.ts'
import { writeFreight } from './freight.ts'
import { writeFreightContracts } from './freight-contracts.ts'
import { writeLimits } from './limits.ts'
import { writeOrderControl } from './order-control.ts'
import { nameHeads, writeOrganisation } from './organisation.ts'
import { writeOutstanding, writePaymentCustomers } from './outstanding.ts'
import { writeCompanyPeople, writeEmployees, writeLogins, writeRoles, writeSbusOfEmployees } from './people.ts'
import { writePriceRules } from './price-rules.ts'
import { writeAgreedPrices, writeProducts } from './prices.ts'
import { writeHazards } from './products/hazards.ts'
import { writeProductGroups } from './products/product-groups.ts'
import type { SeedWriter } from './seed-writer.ts'
import { writeServiceCentre } from './service-centre.ts'
import { writeShipTos } from './ship-tos.ts'
import { writeEwayPortal, writePlants, writeSites } from './sites.ts'
import { writeDeliveryDays, writeSourcing, writeStock } from './sourcing.ts'
import { writeSupplyMaps } from './supply-maps.ts'
import { writeTracking } from './tracking.ts'
import { writeTransporters } from './transporters.ts'

/** Meridian Laboratories, an invented company: its organisation, people, sites, customers, products and prices. */
export async function writeDemo(
  sower: SeedWriter,
  author: Author,
  hashes: ReadonlyMap<string, string>,
  at: string,
): Promise<void> {
  await sower.amend(appSetting, {
    'company.name': { value: 'Meridian Laboratories' },
    'company.address': { value: 'Gala 11, Rahnal Warehousing Park, Anjur Phata, Bhiwandi 421302' },
    'company.gstin': { value: '27ZZACM1001A1ZF' },
    'company.bank': { value: 'Deccan Demo Bank, account 000111222333, IFSC DEMO0000111' },
    'mail.reply_to': { value: 'orders@meridian-labs.example' },
    'sms.entity_id': { value: '1101234560000012345' },
    'sms.header': { value: 'MERLAB' },
  })
  await writeOrganisation(sower)
  await writeCities(sower)
  await writeEmployees(sower)
  await nameHeads(sower)
  await writeClusters(sower)
  await writePlants(sower)
  await writeSites(sower)
  await writeEwayPortal(sower)
  await writeTransporters(sower)
  await writeCustomers(sower)
  await writeShipTos(sower)
  await writeLogins(sower, hashes, at)
  await writeRoles(sower)
  await writeCompanyPeople(sower)
  await writeSbusOfEmployees(sower)
  await writeAccounts(sower)
  await writeOrderTypesOfDepartments(sower)
  await writeProductGroups(sower)
  await writeProducts(sower)
  await writeAgreedPrices(sower)
  await writePriceRules(sower, author)
  await writeFreight(sower)
  await writeSourcing(sower)
  await writeSupplyMaps(sower)
  await writeDistributors(sower)
  await writeDeliveryDays(sower)
  await writeStock(sower, at)
  await writeLimits(sower, author)
  await sower.amend(appSetting, { 'approval.final_approver': { value: 'E1061' } })
  await writeContracts(sower)
  await writeAnnexures(sower)
  await writeOutstanding(sower, dayOf(at))
  await writePaymentCustomers(sower)
  await writeServiceCentre(sower)
  await writeOrderControl(sower)
  await writeHazards(sower)
  await writeTracking(sower)
  await writeFreightContracts(sower)
}
