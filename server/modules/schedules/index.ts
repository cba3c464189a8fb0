import { defineModule } from '../../module.ts';
import { scheduleLetterTask } from './letter.ts';
import { scheduledExportJob, startDueRuns, weeklySummaryJob } from './run.ts';
import { scheduleHandlers } from './service.ts';

export const schedules = defineModule({
  calls: ({ context, dictionaries }) => scheduleHandlers(context, dictionaries),
  jobs: ({ dictionaries }) => [scheduledExportJob(dictionaries), weeklySummaryJob],
  tasks: [scheduleLetterTask],
  scheduled: [{ task: 'scheduled_exports', cron: '* * * * *', run: startDueRuns }],
});
