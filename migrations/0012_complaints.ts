import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'eud_block', `
    id {id},
    blockNo varchar(14){ci} not null,
    customerId int not null,
    productId int,
    reason varchar(40) not null,
    origin varchar(40) not null,
    status varchar(40) not null,
    blockedAt varchar(24) not null,
    blockedById int,
    releaseRequestedAt varchar(24),
    releaseNote varchar(500){ci},
    releaseAttachmentId int,
    releasedById int,
    releasedAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint eud_block_blockNo_unique unique (blockNo),
    constraint eud_block_customerId_fk foreign key (customerId) references customer (id),
    constraint eud_block_productId_fk foreign key (productId) references products (id),
    constraint eud_block_blockedById_fk foreign key (blockedById) references user (id),
    constraint eud_block_releaseAttachmentId_fk foreign key (releaseAttachmentId) references attachment (id),
    constraint eud_block_releasedById_fk foreign key (releasedById) references user (id)
  `, {
    eud_block_customerId_status: 'customerId, status',
    eud_block_productId: 'productId',
    eud_block_status: 'status',
  })
}
