import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'sap_code_text', `
    id {id},
    field varchar(40) not null,
    code varchar(4){ci} not null,
    staff varchar(60){ci} not null,
    buyer varchar(60){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sap_code_text_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'order_hold', `
    id {id},
    orderId int not null,
    orderLineId int,
    kind varchar(40) not null,
    code varchar(20){ci} not null,
    day varchar(10),
    since varchar(24) not null,
    endedAt varchar(24),
    mailedAt varchar(24),
    dueAt varchar(24) not null,
    escalatedAt varchar(24),
    isOfOrder tinyint(1) not null,
    openKey varchar(60){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint order_hold_openKey_unique unique (openKey),
    constraint order_hold_orderId_fk foreign key (orderId) references \`order\` (id),
    constraint order_hold_orderLineId_fk foreign key (orderLineId) references order_line (id)
  `, {
    order_hold_orderId: 'orderId',
    order_hold_kind_endedAt: 'kind, endedAt',
    order_hold_endedAt_dueAt: 'endedAt, dueAt',
  })
}
