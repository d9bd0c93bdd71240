import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'lr', 'isOda', `tinyint(1) not null default 0`)

  await addColumn(db, 'lr', 'isPickup', `tinyint(1) not null default 0`)

  await addColumn(db, 'lr', 'isDoorDelivery', `tinyint(1) not null default 0`)

  await addColumn(db, 'lr', 'expectedOther', `bigint`)

  await addColumn(db, 'lr', 'freightContractId', `int constraint lr_freightContractId_fk references freight_contract (id)`)

  await addColumn(db, 'lr', 'volumetricWeightKg', `bigint`)

  await addColumn(db, 'lr', 'agreedCharges', `mediumtext`)

  await createIndex(db, 'lr', 'lr_freightContractId', 'freightContractId')
}
