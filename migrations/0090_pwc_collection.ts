import type { Knex } from 'knex'
import { addColumn, createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'invoice', 'transMode', `varchar(40)`)

  await createTable(db, 'pwc_collection', `
    id {id},
    gatepassNo varchar(14){ci} not null,
    invoiceId int not null,
    heldInvoiceId int,
    soldToId int not null,
    plantId int not null,
    sbuId int not null,
    collectorName varchar(60){ci} not null,
    collectorMobile varchar(10){ci} not null,
    collectorIdType varchar(40) not null,
    collectorIdNo varchar(20){ci} not null,
    collectorIdMark varchar(20){ci} not null,
    authorityAttachmentId int not null,
    vehicleNo varchar(12){ci},
    packages bigint not null,
    status varchar(40) not null,
    readyAt varchar(24),
    expiresOn varchar(10),
    collectedAt varchar(24),
    otpVerified tinyint(1) not null,
    otpHash varchar(64){ci},
    otpTries bigint not null,
    freightPaidByCustomer bigint not null,
    reason varchar(255){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint pwc_collection_gatepassNo_unique unique (gatepassNo),
    constraint pwc_collection_heldInvoiceId_unique unique (heldInvoiceId),
    constraint pwc_collection_invoiceId_fk foreign key (invoiceId) references invoice (id),
    constraint pwc_collection_heldInvoiceId_fk foreign key (heldInvoiceId) references invoice (id),
    constraint pwc_collection_soldToId_fk foreign key (soldToId) references customer (id),
    constraint pwc_collection_plantId_fk foreign key (plantId) references plant (id),
    constraint pwc_collection_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint pwc_collection_authorityAttachmentId_fk foreign key (authorityAttachmentId) references attachment (id)
  `, {
    pwc_collection_invoiceId: 'invoiceId',
    pwc_collection_status_expiresOn: 'status, expiresOn',
    pwc_collection_plantId_status: 'plantId, status',
    pwc_collection_soldToId: 'soldToId',
    pwc_collection_sbuId: 'sbuId',
    pwc_collection_authorityAttachmentId: 'authorityAttachmentId',
  })
}
