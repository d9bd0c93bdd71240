/** The SQL of who decides above every approving limit: rows of one employee, or none where the setting names nobody. */
export const finalApprovers = `select chief.id from app_setting as rule
  join employee as chief on chief.employeeCode = rule.value
  where rule.\`key\` = 'approval.final_approver' and rule.isActive = 1
    and rule.confirmStatus in ('CONFIRMED', 'CHANGE_PENDING')`

/** The SQL of whether an employee, in a column, is the final approver while some order waits for them. */
export const isAskedLast = (employeeId: string) => `(${employeeId} in (${finalApprovers}) and exists (
  select 1 from approval_task as final where final.status = 'PENDING' and final.rule = 'FINAL_APPROVER'))`
