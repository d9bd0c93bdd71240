import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'sending_mail_after_csc_approval', `
    id {id},
    channelId int not null,
    sbuId int,
    zoneId int,
    orderTypeId int,
    toEmails varchar(500){ci} not null,
    ccEmails varchar(500){ci},
    includeCustomer tinyint(1) not null,
    attachOrderPdf tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sending_mail_after_csc_approval_naturalKey_unique unique (naturalKey),
    constraint sending_mail_after_csc_approval_channelId_fk foreign key (channelId) references channel (id),
    constraint sending_mail_after_csc_approval_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint sending_mail_after_csc_approval_zoneId_fk foreign key (zoneId) references zone (id),
    constraint sending_mail_after_csc_approval_orderTypeId_fk foreign key (orderTypeId) references order_type (id)
  `)

  await createTable(db, 'customer_wise_product_wise_price', `
    id {id},
    customerId int not null,
    productId int not null,
    netPrice bigint not null,
    minQty bigint not null,
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
    constraint customer_wise_product_wise_price_naturalKey_unique unique (naturalKey),
    constraint customer_wise_product_wise_price_customerId_fk foreign key (customerId) references customer (id),
    constraint customer_wise_product_wise_price_productId_fk foreign key (productId) references products (id)
  `, {
    customer_wise_product_wise_price_customerId_productId: 'customerId, productId',
    customer_wise_product_wise_price_productId: 'productId',
    customer_wise_product_wise_price_periodKey: 'periodKey',
  })
}
