import ipaddr from 'ipaddr.js';

/** Returns the network that one caller controls: a single IPv4 address, or an IPv6 network of 64 bits. */
export const networkOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map(part => part.toString(16))
        .join(':')}::/64`
    : address.toString();
};
