import type { Knex } from 'knex'
import { addColumn, allowEmpty, createIndex, createTable, dropColumn, replaceUnique } from './ddl.ts'

export { down } from './ddl.ts'

const ROWS = 'payment_settlement_row'
const DIFFERENCES = 'payment_difference'

/** Settlement rows are known by the event of the gateway; transfers, adjustments and lines of the bank have rows of their own. */
export async function up(db: Knex) {
  await createTable(db, 'bank_account', `
    id {id},
    code varchar(20){ci} not null,
    bank varchar(60){ci} not null,
    accountNo varchar(34){ci} not null,
    companyCode varchar(4){ci} not null,
    isForGateways tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint bank_account_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'payment_transfer', `
    id {id},
    accountId int not null,
    utr varchar(40){ci} not null,
    settlementDate varchar(10) not null,
    grossAmount bigint not null,
    feeAmount bigint not null,
    taxAmount bigint not null,
    netAmount bigint not null,
    saidAmount bigint,
    bankState varchar(40) not null,
    receivedOn varchar(10),
    feePosting varchar(40) not null,
    feeText varchar(500){ci},
    sapDoc varchar(10){ci},
    sapYear varchar(4){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_transfer_accountId_utr_unique unique (accountId, utr),
    constraint payment_transfer_accountId_fk foreign key (accountId) references payment_account (id)
  `, {
    payment_transfer_settlementDate: 'settlementDate',
    payment_transfer_bankState_netAmount: 'bankState, netAmount',
    payment_transfer_utr: 'utr',
  })

  await createTable(db, 'payment_adjustment', `
    id {id},
    accountId int not null,
    eventId varchar(40){ci},
    kind varchar(40) not null,
    amount bigint not null,
    utr varchar(40){ci} not null,
    settlementDate varchar(10) not null,
    settlementRowId int not null,
    sapDoc varchar(10){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_adjustment_settlementRowId_unique unique (settlementRowId),
    constraint payment_adjustment_accountId_fk foreign key (accountId) references payment_account (id),
    constraint payment_adjustment_settlementRowId_fk foreign key (settlementRowId) references payment_settlement_row (id)
  `, {
    payment_adjustment_settlementDate: 'settlementDate',
    payment_adjustment_accountId_utr: 'accountId, utr',
  })

  await createTable(db, 'bank_line', `
    id {id},
    bankAccountId int not null,
    valueDate varchar(10) not null,
    narration varchar(255){ci} not null,
    reference varchar(60){ci},
    amount bigint not null,
    utr varchar(40){ci},
    nth bigint not null,
    status varchar(40) not null,
    transferId int,
    reason varchar(255){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint bank_line_bankAccountId_valueDate_amount_nth_unique unique (bankAccountId, valueDate, amount, nth),
    constraint bank_line_bankAccountId_fk foreign key (bankAccountId) references bank_account (id),
    constraint bank_line_transferId_fk foreign key (transferId) references payment_transfer (id)
  `, {
    bank_line_status_amount: 'status, amount',
    bank_line_utr: 'utr',
    bank_line_transferId: 'transferId',
  })

  await changeRows(db)
  await changeDifferences(db)
}

async function changeRows(db: Knex) {
  // A process that ended while the table was made anew left it under its other name.
  if (await db.schema.hasTable(ROWS)) {
    await addColumn(db, ROWS, 'eventId', `varchar(40){ci}`)
    await addColumn(db, ROWS, 'rowKey', `varchar(160){ci} not null default '-'`)
    await addColumn(db, ROWS, 'captureId', `int constraint payment_settlement_row_captureId_fk references payment_capture (id)`)
    await addColumn(db, ROWS, 'refundId', `int constraint payment_settlement_row_refundId_fk references refund (id)`)
    await fillKeys(db)
  }
  await replaceUnique(
    db,
    ROWS,
    ['payment_settlement_row_event_unique', 'accountId, gatewayTxnId, kind, settlementRef, eventRef'],
    ['payment_settlement_row_accountId_kind_rowKey_unique', 'accountId, kind, rowKey'],
  )
  await allowEmpty(db, ROWS, 'gatewayTxnId', `varchar(40){ci}`)
  await dropColumn(db, ROWS, 'eventRef')
  await createIndex(db, ROWS, `${ROWS}_settlementDate`, 'settlementDate')
  await createIndex(db, ROWS, `${ROWS}_accountId_settlementRef`, 'accountId, settlementRef')
  await createIndex(db, ROWS, `${ROWS}_transactionId`, 'transactionId')
  await createIndex(db, ROWS, `${ROWS}_captureId`, 'captureId')
  await createIndex(db, ROWS, `${ROWS}_refundId`, 'refundId')
}

interface OldRow {
  id: number
  accountId: number
  kind: string
  gatewayTxnId: string
  settlementRef: string
  grossAmount: number
  eventRef: string
  rowKey: string
}

/** The keys of rows of before, as the portal writes them from now on: the event, else the place among equals of the UTR. */
async function fillKeys(db: Knex) {
  if (!(await db.schema.hasColumn(ROWS, 'eventRef'))) return
  const taken = new Set<string>()
  for (let after = 0; ; ) {
    const rows: OldRow[] = await db(ROWS).where('id', '>', after).orderBy('id').limit(500)
    if (rows.length === 0) return
    for (const row of rows) {
      const isNamed = row.kind !== 'SALE' && !row.eventRef.startsWith('#')
      const of = (key: string) => `${row.accountId}/${row.kind}/${key}`.toLowerCase()
      const free = (n = 1): string => {
        const key = [row.settlementRef, row.gatewayTxnId, row.grossAmount, n].join('/')
        return taken.has(of(key)) ? free(n + 1) : key
      }
      const wanted =
        row.kind === 'SALE' ? `${row.gatewayTxnId}/${row.settlementRef}` : isNamed ? row.eventRef : free()
      const rowKey = taken.has(of(wanted)) ? free() : wanted
      taken.add(of(rowKey))
      await db(ROWS)
        .where({ id: row.id })
        .update({ rowKey, eventId: isNamed ? row.eventRef : null })
    }
    after = rows.at(-1)!.id
  }
}

async function changeDifferences(db: Knex) {
  if (await db.schema.hasTable(DIFFERENCES)) {
    await addColumn(db, DIFFERENCES, 'captureId', `int constraint payment_difference_captureId_fk references payment_capture (id)`)
    await addColumn(db, DIFFERENCES, 'bankLineId', `int constraint payment_difference_bankLineId_fk references bank_line (id)`)
    await addColumn(db, DIFFERENCES, 'ownerId', `int constraint payment_difference_ownerId_fk references user (id)`)
    await addColumn(db, DIFFERENCES, 'askedAt', `varchar(24)`)
  }
  await allowEmpty(db, DIFFERENCES, 'accountId', 'int')
  await createIndex(db, DIFFERENCES, 'payment_difference_status_kind', 'status, kind')
  await createIndex(db, DIFFERENCES, 'payment_difference_onDay', 'onDay')
  await createIndex(db, DIFFERENCES, 'payment_difference_transactionId', 'transactionId')
  await createIndex(db, DIFFERENCES, 'payment_difference_settlementRowId', 'settlementRowId')
  await createIndex(db, DIFFERENCES, 'payment_difference_captureId', 'captureId')
  await createIndex(db, DIFFERENCES, 'payment_difference_bankLineId', 'bankLineId')
}
