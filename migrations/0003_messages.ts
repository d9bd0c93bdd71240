import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'opt_out_sms', `
    id {id},
    medium varchar(40) not null,
    address varchar(10){ci} not null,
    topic varchar(40) not null,
    source varchar(40) not null,
    reason varchar(255){ci},
    tokenUsed tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint opt_out_sms_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'message_log', `
    id {id},
    messageNo varchar(14){ci} not null,
    medium varchar(40) not null,
    templateCode varchar(40){ci} not null,
    topic varchar(40) not null,
    toAddress varchar(254){ci} not null,
    cc varchar(500){ci},
    subject varchar(200){ci},
    body mediumtext not null,
    secrets mediumtext,
    attach mediumtext,
    ownerType varchar(30){ci},
    ownerId bigint,
    customerId int,
    retriggerOfId int,
    status varchar(40) not null,
    attempts bigint not null,
    nextAttemptAt varchar(24) not null,
    lockedBy varchar(60){ci},
    lockedUntil varchar(24),
    errorText varchar(255){ci},
    sentAt varchar(24),
    deliveredAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint message_log_messageNo_unique unique (messageNo),
    constraint message_log_customerId_fk foreign key (customerId) references customer (id),
    constraint message_log_retriggerOfId_fk foreign key (retriggerOfId) references message_log (id)
  `, {
    message_log_status_nextAttemptAt: 'status, nextAttemptAt',
    message_log_toAddress: 'toAddress',
    message_log_ownerType_ownerId: 'ownerType, ownerId',
    message_log_customerId: 'customerId',
    message_log_retriggerOfId: 'retriggerOfId',
  })

  await createTable(db, 'notification', `
    id {id},
    userId int not null,
    title varchar(120){ci} not null,
    body varchar(500){ci},
    link varchar(255){ci},
    isRead tinyint(1) not null,
    readAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint notification_userId_fk foreign key (userId) references user (id)
  `, {
    notification_userId_isRead: 'userId, isRead',
  })
}
