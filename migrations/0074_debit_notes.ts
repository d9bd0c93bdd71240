import type { Knex } from 'knex'
import { addColumn, createTable } from './ddl.ts'

export { down } from './ddl.ts'

/** What is deducted from the bills of transporters, and why. */
export async function up(db: Knex) {
  await addColumn(db, 'transporter_bill_line', 'deductionReason', `varchar(40)`)
  await createTable(db, 'debit_note', `
    id {id},
    noteNo varchar(14){ci} not null,
    transporterBillId int not null,
    transporterId int not null,
    noteDate varchar(10) not null,
    amount bigint not null,
    otherAmount bigint not null,
    otherReason varchar(40),
    remarks varchar(255){ci},
    gstAmount bigint not null,
    taxCredit varchar(40) not null,
    taxNoteNo varchar(16){ci},
    taxNoteOn varchar(10),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint debit_note_noteNo_unique unique (noteNo),
    constraint debit_note_transporterBillId_fk foreign key (transporterBillId) references transporter_bill (id),
    constraint debit_note_transporterId_fk foreign key (transporterId) references transporter (id)
  `, {
    debit_note_transporterBillId: 'transporterBillId',
    debit_note_transporterId_noteDate: 'transporterId, noteDate',
    debit_note_taxCredit: 'taxCredit',
  })
  await createTable(db, 'debit_note_line', `
    id {id},
    debitNoteId int not null,
    lrId int not null,
    reason varchar(40) not null,
    amount bigint not null,
    remarks varchar(255){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint debit_note_line_debitNoteId_lrId_unique unique (debitNoteId, lrId),
    constraint debit_note_line_debitNoteId_fk foreign key (debitNoteId) references debit_note (id),
    constraint debit_note_line_lrId_fk foreign key (lrId) references lr (id)
  `, {
    debit_note_line_debitNoteId: 'debitNoteId',
    debit_note_line_lrId: 'lrId',
  })
}
