import type { Knex } from 'knex'
import { createTable, dropColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'e_way_threshold', `
    id {id},
    stateId int,
    movement varchar(40) not null,
    goodsClass varchar(40) not null,
    amount bigint,
    isUnconfirmed tinyint(1) not null,
    source varchar(255){ci} not null,
    validFrom varchar(10) not null,
    validTo varchar(10) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    periodKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint e_way_threshold_naturalKey_unique unique (naturalKey),
    constraint e_way_threshold_stateId_fk foreign key (stateId) references state (id)
  `, {
    e_way_threshold_periodKey: 'periodKey',
  })
  await carryOver(db)
  await dropColumn(db, 'state', 'ewayThreshold')
  await db('app_setting').where({ key: 'eway.threshold' }).delete()
}

const LAKH = 1_00_000_00
const USUAL = 50_000_00
/** The amounts with which states came, which the new master brings itself. */
const CAME_WITH: Readonly<Record<string, number>> = { '07': LAKH, '15': 10_000_00, '27': LAKH, '33': LAKH }

interface Carried {
  stateId: number | null
  movement: 'WITHIN_STATE' | 'BETWEEN_STATES'
  amount: number
}

/** The amounts that the company entered for states, and for all, become rows of their own, which the portal does not change. */
async function carryOver(db: Knex) {
  const states: { id: number; gstStateCode: string; ewayThreshold: number | string }[] = (await db.schema.hasColumn(
    'state',
    'ewayThreshold',
  ))
    ? await db('state').whereNotNull('ewayThreshold').select('id', 'gstStateCode', 'ewayThreshold')
    : []
  const setting = await db('app_setting').where({ key: 'eway.threshold' }).first('value')
  const general = Math.round(Number(setting?.value ?? USUAL / 100) * 100)
  const carried: Carried[] = [
    ...states
      .map(({ id, gstStateCode, ewayThreshold }) => ({ stateId: id, code: gstStateCode, amount: Number(ewayThreshold) }))
      .filter(({ code, amount }) => amount !== CAME_WITH[code])
      .map(({ stateId, amount }) => ({ stateId, movement: 'WITHIN_STATE' as const, amount })),
    ...(general === USUAL
      ? []
      : (['WITHIN_STATE', 'BETWEEN_STATES'] as const).map(movement => ({ stateId: null, movement, amount: general }))),
  ]
  const at = new Date().toISOString()
  for (const { stateId, movement, amount } of carried) {
    const periodKey = `${stateId ?? ''}|${movement.toLowerCase()}|all`
    const naturalKey = `${periodKey}|2018-04-01`
    if (await db('e_way_threshold').where({ naturalKey }).first('id')) continue
    await db('e_way_threshold').insert({
      stateId,
      movement,
      goodsClass: 'ALL',
      amount,
      isUnconfirmed: 0,
      source: stateId === null ? 'Entered in the settings' : 'Entered under States',
      validFrom: '2018-04-01',
      validTo: '9999-12-31',
      isActive: 1,
      naturalKey,
      periodKey,
      // More than the first version, so that the rows that the portal brings leave it as it is.
      rowVersion: 2,
      createdAt: at,
      updatedAt: at,
    })
  }
}
