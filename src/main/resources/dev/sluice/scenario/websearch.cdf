# Sizes of flows in a cluster that serves web searches (Alizadeh et al., Data Center TCP, 2010), in the twelve points that
# were published with the simulations of HPCC (Li et al., 2019) as traffic_gen/WebSearch_distribution.txt:
# bytes, and how many percent of the flows are no larger. Their mean is 1,711,250 B.
0 0
10000 15
20000 20
30000 30
50000 40
80000 53
200000 60
1000000 70
2000000 80
5000000 90
10000000 97
30000000 100
