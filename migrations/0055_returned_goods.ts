import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'returned_goods', `
    id {id},
    deliveryLineId int not null,
    returnLineId int,
    noteLineId int,
    soldToId int,
    plantId int not null,
    sbuId int not null,
    qty bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint returned_goods_deliveryLineId_returnLineId_noteLineId_unique unique (deliveryLineId, returnLineId, noteLineId),
    constraint returned_goods_deliveryLineId_fk foreign key (deliveryLineId) references sap_delivery_line (id),
    constraint returned_goods_returnLineId_fk foreign key (returnLineId) references sap_delivery_line (id),
    constraint returned_goods_noteLineId_fk foreign key (noteLineId) references invoice_line (id),
    constraint returned_goods_soldToId_fk foreign key (soldToId) references customer (id),
    constraint returned_goods_plantId_fk foreign key (plantId) references plant (id),
    constraint returned_goods_sbuId_fk foreign key (sbuId) references sbu (id)
  `, {
    returned_goods_returnLineId: 'returnLineId',
    returned_goods_noteLineId: 'noteLineId',
  })
}
