import { defineModule } from '../../module.ts';
import { createForecastClient } from './service.ts';

export const weather = defineModule({
  calls: ({ context }) => {
    const forecasts = createForecastClient(context);
    return {
      'GET /WeatherForecast': async ({ query }) => {
        if (!forecasts) return { Source: null, Items: [] };
        const at = query.at === undefined ? context.now() : new Date(query.at);
        return { Source: forecasts.source, Items: await forecasts.readAround(query, at) };
      },
    };
  },
});
