/** Where weather is asked for. */
export interface WeatherSettings {
  /** A service of the form of met.no's locationforecast; absent: nobody is asked. */
  readonly url?: string | undefined;
  /** How long its answer is waited for. */
  readonly timeoutMs: number;
  /** How many questions it is asked at a time: the call is open to everybody. */
  readonly atOnce: number;
}

export const usualWeather: WeatherSettings = { timeoutMs: 5000, atOnce: 8 };
