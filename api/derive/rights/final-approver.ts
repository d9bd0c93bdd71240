/** The SQL of who decides above every approving limit: rows of one employee, or none where the setting names nobody. */
export const finalApprovers = `select chief.id from app_setting as rule
  join employee as chief on chief.employeeCode = rule.value
  where rule.\`key\` = 'approval.final_approver' and rule.isActive = 1
    and rule.confirmStatus in ('CONFIRMED', 'CHANGE_PENDING')`
